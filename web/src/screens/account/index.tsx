/** Everything under /account: one chunk, which a guest who only plays never loads. */

import { useRef } from "preact/hooks";
import { Route, Switch } from "wouter-preact";
import { useLoaded } from "../../parts/load";
import { ProblemCard } from "../../parts/problem";
import { Waiting } from "../../parts/waiting";
import { useLang } from "../../words";
import { type AccountWords, loadAccountWords } from "../../words/account";
import { NotFoundScreen } from "../not-found";
import { Confirm } from "./confirm";
import { Overview } from "./overview";
import { FromProvider } from "./provider";
import { Reset } from "./reset";
import { SecondFactor } from "./second-factor";
import { SignIn } from "./sign-in";
import { SignUp } from "./sign-up";
import { AccountWordsContext } from "./words";
import "../../style/account.css";

export function AccountScreens() {
  const lang = useLang();
  const loaded = useLoaded(lang, () => loadAccountWords(lang));
  // why: while another language is on its way, what was typed stays
  const last = useRef<AccountWords | null>(null);
  last.current = loaded.value ?? last.current;
  if (!last.current) {
    return loaded.problem ? (
      <ProblemCard problem={{ code: "network", detail: "" }} again={loaded.again} />
    ) : (
      <Waiting />
    );
  }
  return (
    <AccountWordsContext.Provider value={last.current}>
      <Switch>
        <Route path="/account">{() => <Overview />}</Route>
        <Route path="/account/sign-in">{() => <SignIn />}</Route>
        <Route path="/account/sign-up">{() => <SignUp />}</Route>
        <Route path="/account/confirm">{() => <Confirm />}</Route>
        <Route path="/account/reset">{() => <Reset />}</Route>
        <Route path="/account/provider">{() => <FromProvider />}</Route>
        <Route path="/account/second-factor">{() => <SecondFactor />}</Route>
        <Route>{() => <NotFoundScreen />}</Route>
      </Switch>
    </AccountWordsContext.Provider>
  );
}
