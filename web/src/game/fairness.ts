/** Checks after the end that no piece changed its kind: the digests the server published before the first ply. */

import type { Kind, MatchSeat, Reveal, Side, Snapshot, Square } from "./types";

export type Fairness = "sound" | "broken" | "unchecked";

/** Hex SHA-256 over match, owner, square, kind and salt, as games/rules/proofs.py makes it. */
export async function commitment(
  match: string,
  owner: Side,
  square: Square,
  kind: Kind,
  salt: string,
): Promise<string> {
  const text = new TextEncoder().encode(`${match}|${owner}|${square}|${kind}|${salt}`);
  const digest = await crypto.subtle.digest("SHA-256", text);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * `published` are the seats as they were told before the end, where this device saw them: a server that changed
 * its digests afterwards is found out too.
 */
export async function checkFairness(
  snapshot: Snapshot,
  published: readonly MatchSeat[] = snapshot.seats,
): Promise<Fairness> {
  if (!snapshot.reveal || !globalThis.crypto?.subtle) return "unchecked";
  const answers = await Promise.all(
    snapshot.seats.map(async (seat) => {
      const before = published.find((each) => each.side === seat.side)?.commitments ?? seat.commitments;
      return isSideSound(snapshot.match, seat.side, snapshot.reveal ?? {}, before ?? {});
    }),
  );
  return answers.every(Boolean) ? "sound" : "broken";
}

async function isSideSound(
  match: string,
  side: Side,
  reveal: Reveal,
  commitments: Readonly<Record<Square, string>>,
): Promise<boolean> {
  const { layout, salts } = reveal[side] ?? { layout: {}, salts: {} };
  const squares = Object.keys(commitments);
  if (squares.length === 0 || squares.length !== Object.keys(layout).length) return false;
  const checks = squares.map(async (square) => {
    const [kind, salt] = [layout[square], salts[square]];
    if (kind === undefined || salt === undefined) return false;
    return (await commitment(match, side, square, kind, salt)) === commitments[square];
  });
  return (await Promise.all(checks)).every(Boolean);
}
