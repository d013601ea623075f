/** Checks after the end that no piece changed its kind: the digests the server published before the first ply. */

import type { Kind, Reveal, Snapshot, Square } from "./types";

export type Fairness = "sound" | "broken" | "unchecked";

/** Hex SHA-256 over match, owner, square, kind and salt, as games/rules/proofs.py makes it. */
export async function commitment(
  match: string,
  owner: string,
  square: Square,
  kind: Kind,
  salt: string,
): Promise<string> {
  const text = new TextEncoder().encode(`${match}|${owner}|${square}|${kind}|${salt}`);
  const digest = await crypto.subtle.digest("SHA-256", text);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * `published`: what was told before the end, where this device saw it: a server that changed its digests
 * afterwards is found out too.
 */
export async function checkFairness(snapshot: Snapshot, published: Published = snapshot): Promise<Fairness> {
  const { match, reveal } = snapshot;
  if (!reveal || !globalThis.crypto?.subtle) return "unchecked";
  const owners = new Set([...Object.keys(reveal), ...ownersOf(published), ...ownersOf(snapshot)]);
  const answers = await Promise.all(
    [...owners].map((owner) =>
      isSound(match, owner, reveal, digestsOf(published, owner) ?? digestsOf(snapshot, owner) ?? {}),
    ),
  );
  return answers.length > 0 && answers.every(Boolean) ? "sound" : "broken";
}

type Published = Pick<Snapshot, "seats" | "deal">;

function ownersOf({ seats, deal }: Published): string[] {
  return [...seats.filter(({ commitments }) => commitments).map(({ side }) => side), ...(deal ? ["deal"] : [])];
}

function digestsOf({ seats, deal }: Published, owner: string) {
  return owner === "deal" ? deal?.commitments : seats.find((seat) => seat.side === owner)?.commitments;
}

/** `owner`: a side, or `deal`. */
async function isSound(
  match: string,
  owner: string,
  reveal: Reveal,
  commitments: Readonly<Record<Square, string>>,
): Promise<boolean> {
  const { layout, salts } = reveal[owner] ?? { layout: {}, salts: {} };
  const squares = Object.keys(commitments);
  if (squares.length === 0 || squares.length !== Object.keys(layout).length) return false;
  const checks = squares.map(async (square) => {
    const [kind, salt] = [layout[square], salts[square]];
    if (kind === undefined || salt === undefined) return false;
    return (await commitment(match, owner, square, kind, salt)) === commitments[square];
  });
  return (await Promise.all(checks)).every(Boolean);
}
