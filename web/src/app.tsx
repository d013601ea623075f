/** Addresses and what is shown at them; config/client.py answers the page at the same ones. */

import { useEffect, useState } from "preact/hooks";
import { Redirect, Route, Switch, useLocation } from "wouter-preact";
import { ban } from "./api/ban";
import { problemOf } from "./api/problems";
import type { Problem } from "./game/contracts";
import { lazy } from "./lazy";
import { Notices } from "./parts/notices";
import { ProblemCard } from "./parts/problem";
import { Shell } from "./screens/shell";
import { api } from "./services";
import { settings } from "./settings";
import { type Lang, loadWords, markDocument, type Words, WordsContext } from "./words";

const WORDS_AGAIN_AFTER = 3_000;

const Start = lazy(async () => (await import("./screens/start")).StartScreen);
const Room = lazy(async () => (await import("./screens/room")).RoomScreen);
const Replay = lazy(async () => (await import("./screens/replay")).ReplayScreen);
const Rules = lazy(async () => (await import("./screens/rules")).RulesScreen);
const History = lazy(async () => (await import("./screens/history")).HistoryScreen);
const Layouts = lazy(async () => (await import("./screens/layouts")).LayoutsScreen);
const Banned = lazy(async () => (await import("./screens/banned")).BannedScreen);
const Account = lazy(async () => (await import("./screens/account")).AccountScreens);
const Lobby = lazy(async () => (await import("./screens/lobby")).LobbyScreen);
const NotFound = lazy(async () => (await import("./screens/not-found")).NotFoundScreen);

export function App() {
  const provided = useLoadedWords(settings.language.value);
  if (!provided) return null;
  return (
    <WordsContext.Provider value={provided}>
      <Shell>
        <Screens />
        <Notices />
      </Shell>
    </WordsContext.Provider>
  );
}

/** Still there for who is banned: the rules, and what is needed to be somebody else. */
const FOR_EVERYBODY = /^\/(rules|account)(\/|$)/;

function Screens() {
  const [location] = useLocation();
  if (ban.value && !FOR_EVERYBODY.test(location)) return <Banned ban={ban.value} />;
  return (
    <Switch>
      <Route path="/">{() => <Start />}</Route>
      <Route path="/r/:slug">{({ slug }) => <Room key={slug} slug={slug} />}</Route>
      <Route path="/hotseat/:slug">{({ slug }) => <Room key={slug} slug={slug} />}</Route>
      <Route path="/match/:match">{({ match }) => <Match key={match} match={match} />}</Route>
      <Route path="/replay/:match">{({ match }) => <Replay key={match} match={match} />}</Route>
      <Route path="/rules/:place?/:page?">{() => <Rules />}</Route>
      <Route path="/lobby">{() => <Lobby />}</Route>
      <Route path="/history">{() => <History />}</Route>
      <Route path="/layouts">{() => <Layouts />}</Route>
      <Route path="/account/:page?">{() => <Account />}</Route>
      <Route>{() => <NotFound />}</Route>
    </Switch>
  );
}

/** A match is looked at in its room; where the room is gone, as a replay. */
function Match({ match }: { match: string }) {
  const [found, setFound] = useState<string | Problem | null>(null);
  useEffect(() => {
    let isShown = true;
    api.snapshot(match).then(
      ({ room, phase }) => isShown && setFound(room && phase !== "over" ? `/r/${room}` : `/replay/${match}`),
      (error: unknown) => isShown && setFound(problemOf(error)),
    );
    return () => {
      isShown = false;
    };
  }, [match]);
  if (found === null) return <main id="content" class="content" aria-busy="true" />;
  return typeof found === "string" ? <Redirect to={found} replace /> : <ProblemCard problem={found} />;
}

/** The catalogue of the chosen language, asked for until it comes; the one before stays meanwhile. */
function useLoadedWords(lang: Lang): { lang: Lang; words: Words } | null {
  const [provided, setProvided] = useState<{ lang: Lang; words: Words } | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWanted = true;
    const load = () =>
      loadWords(lang).then(
        (words) => {
          if (!isWanted) return;
          markDocument(lang);
          setProvided({ lang, words });
        },
        () => {
          if (isWanted) timer = setTimeout(load, WORDS_AGAIN_AFTER);
        },
      );
    void load();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [lang]);
  return provided;
}
