import { Link } from "wouter-preact";
import { useTitle } from "../parts/client";
import { useWords } from "../words";

export function NotFoundScreen() {
  const { app } = useWords();
  useTitle(app.pageNotFound);
  return (
    <main id="content" class="content narrow">
      <section class="letter">
        <h1>{app.pageNotFound}</h1>
        <p>{app.pageNotFoundText}</p>
        <Link href="/" class="button main">
          {app.toStart}
        </Link>
      </section>
    </main>
  );
}
