/** The client's own vocabulary against the API's document: a change of either that breaks the other fails `tsc`. */

import type { HistoryLine, Room, SavedLayout, TurnLine } from "../game/contracts";
import type { Deduction, Snapshot, Thought } from "../game/types";
import type { components } from "./schema";

type Shapes = components["schemas"];
type Fits<Ours, _Theirs extends Ours> = true;

/** A game system's own data is described by that system, not by the document. */
type Loose<T> = Omit<T, "view" | "reveal" | "legal_plies">;

export type Checked = [
  Fits<Room, Shapes["RoomShape"]>,
  Fits<Loose<Snapshot>, Loose<Shapes["MatchShape"]>>,
  Fits<Deduction, Shapes["DeductionShape"]>,
  Fits<Thought, Shapes["ThoughtShape"]>,
  Fits<HistoryLine, Shapes["HistoryLineShape"]>,
  Fits<SavedLayout, Shapes["SavedLayoutShape"]>,
  Fits<TurnLine, Shapes["TurnShape"]>,
];
