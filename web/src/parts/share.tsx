import { useState } from "preact/hooks";
import { useWords } from "../words";
import { showToast } from "./toast";

/** Copy, and the device's own share sheet where there is one. */
export function ShareButtons({ url, title, text, main = false }: ShareProps) {
  const words = useWords();
  const [copied, setCopied] = useState(false);

  const copy = async () => {
    if (await copyText(url)) {
      setCopied(true);
      setTimeout(() => setCopied(false), 2500);
    } else {
      showToast(words.lobby.copyFailed, { bad: true });
    }
  };
  const share = async () => {
    try {
      await navigator.share({ title, text, url });
    } catch {
      // why: closing the share sheet rejects; nothing is lost
    }
  };

  return (
    <div class="row">
      <button type="button" class={main ? "button main grow" : "button grow"} onClick={copy} aria-live="polite">
        {copied ? words.lobby.copied : words.lobby.copy}
      </button>
      {typeof navigator.share === "function" && (
        <button type="button" class="button grow" onClick={share}>
          {words.lobby.share}
        </button>
      )}
    </div>
  );
}

interface ShareProps {
  url: string;
  title: string;
  text: string;
  main?: boolean;
}

/** Whether it is on the clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyTheOldWay(text);
  }
}

/** For pages without a secure context, such as a tablet that reached the server by its address. */
function copyTheOldWay(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
