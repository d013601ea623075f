import { useState } from "preact/hooks";
import type { Bot, NewToken, Token } from "../../api/account";
import { FormError } from "../../api/allauth";
import { Check } from "../../parts/check";
import { useLoaded } from "../../parts/load";
import { showToast } from "../../parts/toast";
import { useWords } from "../../words";
import { Deed } from "./deed";
import { Field, Form, need } from "./form";
import { Secret } from "./guest";
import { Loading } from "./loading";
import { refusedName } from "./name";
import { accounts } from "./services";
import { useAccountWords } from "./words";

type Scope = Token["scopes"][number];
const SCOPES: readonly Scope[] = ["play", "read", "layouts"];

/** Tokens for programs, and the bots that they play as. */
export function Programs({ mayModerate }: { mayModerate: boolean }) {
  const { programs: words } = useAccountWords();
  const tokens = useLoaded("tokens", () => accounts.tokens());
  const bots = useLoaded("bots", () => accounts.bots());
  const [made, setMade] = useState<NewToken | null>(null);
  const [known, owned] = [tokens.value, bots.value];
  if (!known || !owned) {
    const failed = tokens.problem ? tokens : bots;
    return <Loading problem={failed.problem} again={failed.again} />;
  }
  const end = async (token: Token) => {
    await accounts.endToken(token.id);
    showToast(words.ended);
    if (made?.id === token.id) setMade(null);
    tokens.set(known.filter(({ id }) => id !== token.id));
  };
  const keep = (token: NewToken) => {
    setMade(token);
    tokens.set([token, ...known]);
  };
  return (
    <>
      <p class="soft">{words.text}</p>
      <p>
        <a href="/api/docs">{words.manual}</a>
      </p>
      <h3>{words.tokens}</h3>
      {made && (
        <div role="status" class="stack">
          <p>{words.made}</p>
          <Secret text={made.token} />
        </div>
      )}
      {known.length === 0 && <p class="soft">{words.noTokens}</p>}
      <ul class="lines">
        {known.map((token) => (
          <TokenLine key={token.id} token={token} bots={owned} onEnd={() => end(token)} />
        ))}
      </ul>
      <MakeToken scopes={mayModerate ? [...SCOPES, "moderate"] : SCOPES} bots={owned} onDone={keep} />
      <h3>{words.bots}</h3>
      {owned.length === 0 && <p class="soft">{words.noBots}</p>}
      <ul class="lines">
        {owned.map((bot) => (
          <li key={bot.player} class="line">
            {bot.name}
          </li>
        ))}
      </ul>
      <MakeBot onDone={(bot) => bots.set([...owned, bot])} />
    </>
  );
}

interface TokenLineProps {
  token: Token;
  bots: readonly Bot[];
  onEnd: () => Promise<void>;
}

function TokenLine({ token, bots, onEnd }: TokenLineProps) {
  const { app } = useWords();
  const { programs: words } = useAccountWords();
  const bot = bots.find(({ player }) => player === token.bot);
  const what = token.scopes.map((scope) => words.scopeNames[scope]);
  return (
    <li class="line">
      <span class="main-text">
        <span>
          {token.label} <code>{token.prefix}…</code>
        </span>
        <span class="soft small">
          {[bot?.name, app.list(what), words.until(app.date(new Date(token.expires_at)))].filter(Boolean).join(" · ")}
        </span>
      </span>
      <Deed label={words.end} about={words.endOf(token.label)} run={onEnd} />
    </li>
  );
}

interface MakeTokenProps {
  scopes: readonly Scope[];
  bots: readonly Bot[];
  onDone: (made: NewToken) => void;
}

function MakeToken({ scopes, bots, onDone }: MakeTokenProps) {
  const { programs: words, fields } = useAccountWords();
  const [label, setLabel] = useState("");
  const [chosen, setChosen] = useState<readonly Scope[]>(["play", "read"]);
  const [days, setDays] = useState("90");
  const [bot, setBot] = useState("");
  const make = async () => {
    need({ label });
    if (chosen.length === 0) throw new FormError({ "": ["no-scope"] });
    onDone(await accounts.makeToken({ label, scopes: chosen, days: Number(days), ...(bot && { bot }) }));
    setLabel("");
  };
  return (
    <Form quiet label={words.make} submit={words.make} onSubmit={make}>
      <Field name="label" label={fields.label} autocomplete="off" maxLength={40} value={label} onInput={setLabel} />
      {bots.length > 0 && (
        <label class="field">
          <span>{words.as}</span>
          <select class="input" value={bot} onChange={(event) => setBot(event.currentTarget.value)}>
            <option value="">{words.you}</option>
            {bots.map(({ player, name }) => (
              <option key={player} value={player}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <fieldset class="scopes">
        <legend class="soft small">{words.scopes}</legend>
        {scopes.map((scope) => (
          <Check
            key={scope}
            checked={chosen.includes(scope)}
            onChange={(on) => setChosen(on ? [...chosen, scope] : chosen.filter((each) => each !== scope))}
          >
            {words.scopeNames[scope]}
          </Check>
        ))}
      </fieldset>
      <label class="field">
        <span>{words.days}</span>
        <select class="input" value={days} onChange={(event) => setDays(event.currentTarget.value)}>
          {Object.entries(words.dayChoices).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </Form>
  );
}

function MakeBot({ onDone }: { onDone: (made: Bot) => void }) {
  const { programs: words } = useAccountWords();
  const [name, setName] = useState("");
  const make = async () => {
    need({ name });
    const bot = await accounts.makeBot(name).catch(refusedName);
    showToast(words.madeBot(bot.name));
    setName("");
    onDone(bot);
  };
  return (
    <Form quiet label={words.makeBot} submit={words.makeBot} onSubmit={make}>
      <Field name="name" label={words.newBot} autocomplete="off" maxLength={24} value={name} onInput={setName} />
    </Form>
  );
}
