import { Link } from "wouter-preact";
import type { AccountInfo } from "../../api/account";
import { go, session, useTitle } from "../../parts/client";
import { useLoaded } from "../../parts/load";
import { ProblemCard } from "../../parts/problem";
import { showToast } from "../../parts/toast";
import { Waiting } from "../../parts/waiting";
import { useWords } from "../../words";
import { Deed } from "./deed";
import { Devices } from "./devices";
import { ChangeEmail } from "./email";
import { Factor } from "./factor";
import { Nobody, Recovery } from "./guest";
import { Links } from "./links";
import { Name } from "./name";
import { Page } from "./page";
import { Part } from "./part";
import { Passkeys } from "./passkeys";
import { ChangePassword } from "./password";
import { Archive, Erasure } from "./privacy";
import { Programs } from "./programs";
import { Proof } from "./proof";
import { accounts } from "./services";
import { useAccountWords } from "./words";

/** Who plays in this browser, and all that can be done about it. */
export function Overview() {
  const words = useAccountWords();
  const mode = session.mode.value;
  const who = session.account.value?.player ?? session.guest.value?.player;
  const info = useLoaded(mode === "none" ? null : `account ${mode} ${who}`, () => accounts.see());
  useTitle(words.title);

  if (mode === "none") return <Nobody />;
  if (info.problem?.code === "banned" && mode === "account") return <BannedUser />;
  if (info.problem && !info.value) return <ProblemCard problem={info.problem} again={info.again} />;
  if (!info.value) return <Waiting />;
  return (
    <Proof info={info.value}>
      <main id="content" class="content narrow stack account">
        <h1>{words.title}</h1>
        {info.value.email === null ? (
          <GuestParts info={info.value} onChange={info.again} />
        ) : (
          <UserParts info={info.value} email={info.value.email} onChange={info.again} />
        )}
      </main>
    </Proof>
  );
}

interface PartsProps {
  info: AccountInfo;
  onChange: () => void;
}

function GuestParts({ info, onChange }: PartsProps) {
  const words = useAccountWords();
  const { guest } = words;
  return (
    <>
      <section class="panel">
        <div class="inside">
          <Who name={info.player.name} note={words.you.guest} />
          <p>{guest.lead}</p>
          <h2>{guest.keep}</h2>
          <p class="soft">{guest.keepText}</p>
          <div class="row">
            <Link href="/account/sign-up" class="button main">
              {words.signUp}
            </Link>
            <Link href="/account/sign-in" class="button">
              {words.signIn}
            </Link>
          </div>
        </div>
      </section>
      <Part title={words.you.name}>
        <Name name={info.player.name} onDone={onChange} />
      </Part>
      <Part title={guest.recovery}>
        <Recovery />
      </Part>
      <Part title={words.archive.title}>
        <Archive />
      </Part>
      <Part title={words.erasure.guestTitle}>
        <Erasure name={info.player.name} />
      </Part>
    </>
  );
}

/** Who is banned can do nothing here but leave. */
function BannedUser() {
  const { title, text } = useWords().problems.banned;
  return (
    <Page title={title}>
      <p role="alert">{text}</p>
      <div class="row">
        <SignOut />
      </div>
    </Page>
  );
}

function UserParts({ info, email, onChange }: PartsProps & { email: string }) {
  const words = useAccountWords();
  const { you } = words;
  const leave = useLeave();
  const providers = useLoaded("site", () => accounts.site()).value?.providers ?? [];
  return (
    <>
      <section class="panel">
        <div class="inside">
          <Who name={info.player.name} note={email} />
          <div class="row">
            <SignOut />
            {info.staff_role !== null && (
              <a href="/admin/" class="button">
                {you.desk}
              </a>
            )}
          </div>
        </div>
      </section>
      <Part title={you.name} shown={isGiven(info.player.name)}>
        <Name name={info.player.name} onDone={onChange} />
      </Part>
      <Part title={words.email.title}>
        <ChangeEmail email={email} onDone={onChange} />
      </Part>
      <Part title={words.password.title}>
        <ChangePassword email={email} has={info.has_password} onDone={onChange} />
      </Part>
      <Part title={words.passkeys.title}>
        <Passkeys onChange={onChange} />
      </Part>
      <Part title={words.factor.title}>
        <Factor onChange={onChange} />
      </Part>
      {providers.length > 0 && (
        <Part title={words.providers.title}>
          <Links providers={providers} />
        </Part>
      )}
      <Part title={words.devices.title}>
        <Devices onLeave={leave} />
      </Part>
      <Part title={words.programs.title}>
        <Programs mayModerate={info.staff_role !== null} />
      </Part>
      <Part title={words.archive.title}>
        <Archive />
      </Part>
      <Part title={words.erasure.title}>
        <Erasure name={info.player.name} />
      </Part>
    </>
  );
}

function SignOut() {
  return <Deed label={useAccountWords().signOut} run={useLeave()} />;
}

function useLeave(): () => Promise<void> {
  const { you } = useAccountWords();
  return async () => {
    await accounts.signOut();
    showToast(you.signedOut);
    go("/");
  };
}

/** Nobody chose it: the server names guests and new players so. */
function isGiven(name: string): boolean {
  return /^(Guest|Player) [a-z0-9]{6}$/.test(name);
}

function Who({ name, note }: { name: string; note: string }) {
  return (
    <p class="who">
      <strong>{name}</strong>
      <span class="soft">{note}</span>
    </p>
  );
}
