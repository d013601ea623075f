/** Other people: chat, open rooms, invitations and blocks. Each call rejects with ProblemError. */

import { asCaller } from "./http";
import { isProblem } from "./problems";
import type { Send } from "./request";
import type { components } from "./schema";
import type { Session } from "./session";

type Shapes = components["schemas"];
export type ChatLine = Shapes["MessageShape"];
export type Preset = NonNullable<ChatLine["preset"]>;
/** A set phrase, or own words. */
export type Saying = { preset: Preset } | { text: string };
export type OpenRoom = Shapes["OpenRoomShape"];
export type Block = Shapes["BlockShape"];

export interface Social {
  /** The last lines, oldest first. */
  chat(slug: string): Promise<readonly ChatLine[]>;
  /** `id`, a UUID, is the line's own: sent again under it, a line is not said again. */
  say(slug: string, said: Saying, id: string): Promise<ChatLine>;
  takeBack(slug: string, line: string): Promise<void>;
  openRooms(cursor?: string): Promise<{ rooms: readonly OpenRoom[]; next: string | null }>;
  invitations(): Promise<readonly OpenRoom[]>;
  decline(slug: string): Promise<void>;
  blocks(): Promise<readonly Block[]>;
  /** By the name that the player has now. */
  block(name: string): Promise<Block>;
  unblock(id: string): Promise<void>;
}

export function createSocial(send: Send, session: Session): Social {
  const ask = asCaller(send, session);
  const get = <T>(path: string) => ask<T>({ method: "GET", path });
  const post = <T>(path: string, body: unknown, idempotent = false) =>
    ask<T>({ method: "POST", path, body, idempotent });
  const drop = (path: string) => ask<void>({ method: "DELETE", path, idempotent: true }).catch(unlessGone);
  const chat = (slug: string) => `rooms/${encodeURIComponent(slug)}/chat`;

  return {
    chat: (slug) => get<Shapes["MessagesShape"]>(chat(slug)).then(({ messages }) => messages),
    say: (slug, said, id) => ask({ method: "POST", path: chat(slug), body: said, headers: { "Idempotency-Key": id } }),
    takeBack: (slug, line) => drop(`${chat(slug)}/${line}`),
    openRooms: (cursor) =>
      get<Shapes["LobbyShape"]>(`rooms?listed=true${cursor ? `&cursor=${cursor}` : ""}`).then(({ rooms, next }) => ({
        rooms,
        next,
      })),
    invitations: () => get<Shapes["InvitationsShape"]>("me/invitations").then(({ invitations }) => invitations),
    decline: (slug) => drop(`me/invitations/${encodeURIComponent(slug)}`),
    blocks: () => get<Shapes["BlocksShape"]>("me/blocks").then(({ blocks }) => blocks),
    block: (name) => post("me/blocks", { name }, true),
    unblock: (id) => drop(`me/blocks/${id}`),
  };
}

/** A repeat of a deletion finds nothing: that is what was wanted. */
function unlessGone(error: unknown): void {
  if (!isProblem(error, "not-found")) throw error;
}
