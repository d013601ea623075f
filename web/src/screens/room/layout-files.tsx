import { useRef } from "preact/hooks";
import type { LayoutEditor } from "../../game/layout";
import type { Pieces } from "../../game/types";
import { api } from "../../parts/client";
import { saveBlob } from "../../parts/file";
import { useWords } from "../../words";
import { attempt } from "./deeds";

/** Larger than any layout file. */
const MOST_BYTES = 4096;

interface LayoutFilesProps {
  editor: LayoutEditor;
  onUse: (pieces: Pieces) => void;
}

/** A layout from a file, and this one as a file, in every format of the system. */
export function LayoutFiles({ editor, onUse }: LayoutFilesProps) {
  const words = useWords();
  const { system, side, pieces } = editor;
  const chooser = useRef<HTMLInputElement>(null);
  const formats = system.layout_formats ?? [];
  if (formats.length === 0) return null;

  const read = async (file: File | undefined) => {
    if (!file) return;
    const extension = file.name.split(".").at(-1)?.toLowerCase();
    const form = formats.find((each) => each.extension === extension) ?? formats[0];
    const wanted = { system: system.key, side, format: form?.key ?? "" };
    const content = file.slice(0, MOST_BYTES);
    await attempt(
      words,
      api.readLayoutFile(wanted, content, { ...system.options_in_force }).then((found) => onUse(found.pieces)),
    );
  };
  const write = ({ key, extension }: { key: string; extension: string }) =>
    attempt(
      words,
      api
        .writeLayoutFile({ system: system.key, side, format: key }, pieces)
        .then((blob) => saveBlob(`layout.${extension}`, blob)),
    );
  return (
    <div class="row">
      <button type="button" class="button" onClick={() => chooser.current?.click()}>
        {words.layout.readFile}
      </button>
      {formats.map((form) => (
        <button key={form.key} type="button" class="button" onClick={() => void write(form)}>
          {words.layout.writeFile(form.extension)}
        </button>
      ))}
      <input
        ref={chooser}
        type="file"
        accept={formats.map(({ extension }) => `.${extension}`).join()}
        hidden
        onChange={(event) => {
          void read(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}
