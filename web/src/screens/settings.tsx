import { boardFor, canDraw3d } from "../board/board";
import { Check } from "../parts/check";
import { Dialog } from "../parts/dialog";
import { Segmented } from "../parts/segmented";
import { settings } from "../settings";
import { isLang, languages, useWords } from "../words";

/** Everything a person may choose about this page, on this device. */
export function SettingsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const words = useWords();
  const { settings: text } = words;
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
      <Segmented
        legend={text.theme}
        value={settings.theme.value}
        choices={[
          { value: "system", label: text.themes.auto },
          { value: "light", label: text.themes.light },
          { value: "dark", label: text.themes.dark },
        ]}
        onChange={(theme) => {
          settings.theme.value = theme;
        }}
      />
      <Segmented
        legend={text.board}
        value={boardFor(settings.view.value)}
        choices={[
          ...(canDraw3d() ? [{ value: "3d" as const, label: text.boards["3d"] }] : []),
          { value: "2d", label: text.boards["2d"] },
          { value: "buttons", label: text.boards.buttons },
        ]}
        onChange={(view) => {
          settings.view.value = view;
        }}
      />
      <Segmented
        legend={text.view}
        value={settings.viewpoint.value}
        choices={[
          { value: "slanted", label: text.views.slanted },
          { value: "top", label: text.views.top },
        ]}
        onChange={(viewpoint) => {
          settings.viewpoint.value = viewpoint;
        }}
      />
      <Segmented
        legend={text.faces}
        value={settings.faces.value}
        choices={[
          { value: "chinese", label: text.faceChoices.chinese },
          { value: "own", label: text.faceChoices.own },
          { value: "symbol", label: text.faceChoices.symbol },
        ]}
        onChange={(faces) => {
          settings.faces.value = faces;
        }}
      />
      <Segmented
        legend={text.motion}
        value={settings.motion.value}
        choices={[
          { value: "system", label: text.motions.auto },
          { value: "full", label: text.motions.full },
          { value: "reduced", label: text.motions.reduced },
        ]}
        onChange={(motion) => {
          settings.motion.value = motion;
        }}
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
    </Dialog>
  );
}
