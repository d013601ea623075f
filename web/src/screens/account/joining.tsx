import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Joined } from "../../api/account";
import { ProblemError } from "../../api/problems";
import type { Problem } from "../../game/contracts";
import { go, problemOf } from "../../parts/client";
import { ProblemCard } from "../../parts/problem";
import { showToast } from "../../parts/toast";
import { Deed } from "./deed";
import { leadsToDesk, nextAddress, typed } from "./flow";
import { Field, Form, need } from "./form";
import { Page } from "./page";
import { accounts } from "./services";
import { useAccountWords } from "./words";

/** Signed in; now the user becomes who plays here, and what was the guest's goes along. */
export function Joining() {
  const words = useAccountWords();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [round, setRound] = useState(0);
  const { joining: said } = words;

  useEffect(() => {
    let isShown = true;
    setProblem(null);
    enter().then(
      (joined) => isShown && arrive(joined),
      (error: unknown) => isShown && setProblem(problemOf(error)),
    );
    return () => {
      isShown = false;
    };
  }, [round]);

  const arrive = (joined: Joined | null) => {
    const next = nextAddress();
    typed.email.value = "";
    if (joined?.how === "adopted") showToast(said.adopted);
    else if (joined?.how === "merged") showToast(said.merged);
    else if (joined) showToast(said.welcome(joined.name));
    if (next !== null && leadsToDesk(next)) location.assign(next);
    else go(next ?? "/account");
  };
  const again = () => setRound((old) => old + 1);
  if (problem?.code === "both-seats") return <BothSeats problem={problem} />;
  if (problem?.code === "registration-closed") return <Closed onInvited={again} />;
  if (problem?.code === "quota-reached") return <Refused title={said.quota.title} text={said.quota.text} />;
  if (problem) return <ProblemCard problem={problem} again={again} />;
  return (
    <Page title={words.signIn}>
      <p class="dots" role="status">
        {said.busy}
      </p>
    </Page>
  );
}

/** On the way to the desk nobody becomes a player who is none, and nothing keeps anybody from it. */
async function enter(): Promise<Joined | null> {
  if (!leadsToDesk(nextAddress())) return accounts.join(typed.invitation.value.trim());
  await accounts.joinKnown().catch((error) => {
    if (!(error instanceof ProblemError)) throw error;
  });
  return null;
}

/** Guest and account sit in one room; both are as they were. */
function BothSeats({ problem }: { problem: Problem & { matches?: readonly string[] } }) {
  const { bothSeats: said } = useAccountWords().joining;
  const match = problem.matches?.[0];
  return (
    <Refused
      title={said.title}
      text={said.text}
      more={
        match && (
          <button type="button" class="button" onClick={() => go(`/match/${match}`)}>
            {said.match}
          </button>
        )
      }
    />
  );
}

function Closed({ onInvited }: { onInvited: () => void }) {
  const { joining, fields } = useAccountWords();
  const invite = async () => {
    need({ invitation: typed.invitation.value });
    onInvited();
  };
  return (
    <Refused title={joining.closed.title} text={joining.closed.text}>
      <Form quiet label={joining.invitation} submit={joining.invitation} onSubmit={invite}>
        <Field
          name="invitation"
          label={fields.invitation}
          autocomplete="off"
          value={typed.invitation.value}
          onInput={(invitation) => {
            typed.invitation.value = invitation;
          }}
        />
      </Form>
    </Refused>
  );
}

interface RefusedProps {
  title: string;
  text: string;
  children?: ComponentChildren;
  /** Other ways on. */
  more?: ComponentChildren;
}

/** The way on is to be a guest as before, without the session. */
function Refused({ title, text, children, more }: RefusedProps) {
  const words = useAccountWords();
  const leave = async () => {
    await accounts.signOut();
    go(nextAddress() ?? "/");
  };
  return (
    <Page title={title}>
      <p role="alert">{text}</p>
      {children}
      <div class="row">
        {more}
        <Deed label={words.goOn} run={leave} />
      </div>
    </Page>
  );
}
