/** Hands a value to the person as a JSON file. */
export function saveFile(name: string, value: unknown): void {
  saveBlob(name, new Blob([JSON.stringify(value, null, 2)], { type: "application/json" }));
}

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // why: some browsers read the address only after the click has been handled
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
