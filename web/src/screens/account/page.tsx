import type { ComponentChildren } from "preact";
import { useTitle } from "../../parts/client";

/** One screen of a sign-in: a card with a heading. */
export function Page({ title, children }: { title: string; children: ComponentChildren }) {
  useTitle(title);
  return (
    <main id="content" class="content">
      <section class="letter account-page">
        <h1>{title}</h1>
        {children}
      </section>
    </main>
  );
}
