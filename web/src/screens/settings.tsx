import type { Signal } from "@preact/signals";
import { boardFor, canDraw3d } from "../board/board";
import { BlockedPlayers } from "../parts/blocked";
import { Check } from "../parts/check";
import { Dialog } from "../parts/dialog";
import { Segmented } from "../parts/segmented";
import { facesFor, settings } from "../settings";
import { isLang, languages, useLang, useWords } from "../words";

/** Everything a person may choose about this page, on this device. */
export function SettingsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const words = useWords();
  const lang = useLang();
  const { settings: text } = words;
  const board = boardFor(settings.view.value);
  return (
    <Dialog open={open} title={text.title} closeLabel={words.app.close} onClose={onClose}>
      <label class="field">
        <span>{text.language}</span>
        <select
          class="input"
          value={settings.language.value}
          onChange={(event) => {
            if (isLang(event.currentTarget.value)) settings.language.value = event.currentTarget.value;
          }}
        >
          {languages.map(({ lang, name }) => (
            <option key={lang} value={lang} lang={lang}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Choose
        legend={text.theme}
        setting={settings.theme}
        labels={{ system: text.themes.auto, light: text.themes.light, dark: text.themes.dark }}
      />
      <Choose
        legend={text.board}
        setting={settings.view}
        shown={board}
        labels={{
          ...(canDraw3d() && { "3d": text.boards["3d"] }),
          "2d": text.boards["2d"],
          buttons: text.boards.buttons,
        }}
      />
      {board === "3d" && <Choose legend={text.view} setting={settings.viewpoint} labels={text.views} />}
      <Choose
        legend={text.faces}
        setting={settings.faces}
        shown={facesFor(settings.faces.value, lang)}
        labels={text.faceChoices}
      />
      <Choose
        legend={text.motion}
        setting={settings.motion}
        labels={{ system: text.motions.auto, full: text.motions.full, reduced: text.motions.reduced }}
      />
      <div>
        <Check
          checked={settings.sound.value}
          onChange={(on) => {
            settings.sound.value = on;
          }}
        >
          {text.sound} <span class="soft small">{text.soundHint}</span>
        </Check>
        <Check
          checked={settings.deductions.value}
          onChange={(on) => {
            settings.deductions.value = on;
          }}
        >
          {text.deduction} <span class="soft small">{text.deductionHint}</span>
        </Check>
      </div>
      <BlockedPlayers />
    </Dialog>
  );
}

interface ChooseProps<T extends string> {
  legend: string;
  setting: Signal<T>;
  /** What can be chosen, in this order. */
  labels: Readonly<Partial<Record<T, string>>>;
  /** What is in force where it is not the setting itself. */
  shown?: T;
}

/** One setting with a few values. */
function Choose<T extends string>({ legend, setting, labels, shown = setting.value }: ChooseProps<T>) {
  const choices = (Object.entries(labels) as [T, string][]).map(([value, label]) => ({ value, label }));
  return (
    <Segmented
      legend={legend}
      value={shown}
      choices={choices}
      onChange={(value) => {
        setting.value = value;
      }}
    />
  );
}
