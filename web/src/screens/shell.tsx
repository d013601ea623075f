import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { Boundary } from "../parts/boundary";
import { useInvitationNotes } from "../parts/invitations";
import { ProblemCard } from "../parts/problem";
import { rulesAddress } from "../parts/rules-address";
import { Toasts } from "../parts/toast";
import { brand, elsewhere } from "../services";
import { settings } from "../settings";
import { setSound } from "../sound";
import { useWords } from "../words";
import { SettingsDialog } from "./settings";
import "../style/index.css";

const VOLUME = 0.6;

/** The frame around every screen: the way home, the settings, messages, and a net under what fails. */
export function Shell({ children }: { children: ComponentChildren }) {
  const words = useWords();
  const [location] = useLocation();
  const [settingsOpen, setSettingsOpen] = useState(false);
  useChosenLooks();
  const site = brand.shown.value;
  // why of this host alone: the page's policy loads no picture from elsewhere
  const logo = site?.logo_url.startsWith("/") ? site.logo_url : "";
  useInvitationNotes();

  return (
    <div class="page">
      <a class="skip button" href="#content">
        {words.app.skip}
      </a>
      <header class="masthead">
        <Link href="/" class="brand">
          {logo ? <img src={logo} alt="" width="28" height="28" /> : <Mark />}
          <span>{site?.name ?? words.app.name}</span>
        </Link>
        <nav aria-label={words.nav.label} class="row nav">
          <Link
            href={rulesAddress()}
            class="button quiet"
            aria-current={location.startsWith("/rules") ? "page" : undefined}
          >
            {words.nav.rules}
          </Link>
          <Link
            href="/lobby"
            class="button quiet wide-only"
            aria-current={location.startsWith("/lobby") ? "page" : undefined}
          >
            {words.nav.lobby}
          </Link>
          <Link href="/history" class="button quiet wide-only">
            {words.nav.history}
          </Link>
          <Link href="/layouts" class="button quiet wide-only">
            {words.nav.layouts}
          </Link>
          <Link
            href="/account"
            class="button quiet icon"
            aria-label={words.nav.account}
            title={words.nav.account}
            aria-current={location.startsWith("/account") ? "page" : undefined}
          >
            <Head />
          </Link>
          <button
            type="button"
            class="button quiet icon"
            aria-label={words.nav.settings}
            title={words.nav.settings}
            onClick={() => setSettingsOpen(true)}
          >
            <Gear />
          </button>
        </nav>
      </header>
      <Boundary
        key={`${location} ${elsewhere.value}`}
        fallback={(again) => <ProblemCard problem={{ code: "unknown", detail: "" }} again={again} />}
      >
        {children}
      </Boundary>
      <footer class="foot">
        <Link href="/">{words.nav.play}</Link>
        <Link href={rulesAddress()}>{words.nav.rules}</Link>
        <Link href="/lobby">{words.nav.lobby}</Link>
        <Link href="/history">{words.nav.history}</Link>
        <Link href="/layouts">{words.nav.layouts}</Link>
      </footer>
      <SettingsDialog open={settingsOpen} onClose={() => setSettingsOpen(false)} />
      <Toasts closeLabel={words.app.close} />
    </div>
  );
}

/** Theme, motion and sound go where style sheets and the sound box look for them. */
function useChosenLooks(): void {
  const theme = settings.theme.value;
  const motion = settings.motion.value;
  const sound = settings.sound.value;
  useEffect(() => mark("theme", theme), [theme]);
  useEffect(() => mark("motion", motion), [motion]);
  useEffect(() => setSound({ on: sound, volume: VOLUME }), [sound]);
}

function mark(name: "theme" | "motion", value: string): void {
  if (value === "system") delete document.documentElement.dataset[name];
  else document.documentElement.dataset[name] = value;
}

/** Two pieces, point to point. */
function Mark() {
  return (
    <svg viewBox="0 0 28 28" aria-hidden="true">
      <path d="M14 15l6 2.5 2.5 9h-17l2.5-9z" fill="#b5391d" stroke="#4f1a0c" stroke-width="0.8" />
      <path d="M14 13l6-2.5 2.5-9h-17l2.5 9z" fill="#dcb377" stroke="#5f3d14" stroke-width="0.8" />
    </svg>
  );
}

function Head() {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.75"
      aria-hidden="true"
    >
      <circle cx="12" cy="8.25" r="3.75" />
      <path d="M4.75 20c.6-4 3.4-6 7.25-6s6.65 2 7.25 6" stroke-linecap="round" />
    </svg>
  );
}

function Gear() {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.75"
      aria-hidden="true"
    >
      <path d="M4 7h9M19 7h1M4 17h1M11 17h9" stroke-linecap="round" />
      <circle cx="16" cy="7" r="2.75" />
      <circle cx="8" cy="17" r="2.75" />
    </svg>
  );
}
