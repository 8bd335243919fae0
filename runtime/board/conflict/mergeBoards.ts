/** Merges the work of two users on one board, and returns what still prevents saving it. Pure. */
import type { DashboardDocument } from '../../../generated/definition.ts';
import { emptyDocument, MAX_WIDGETS } from '../../core/document/parse.ts';
import { type Difference, difference } from '../versions/difference.ts';
import type { Side } from './lists.ts';
import { type Merge, mergeDocuments } from './merge.ts';

export type Choices = Readonly<Record<string, Side>>;

export interface Joined extends Merge {
  /** The changes of the other user. */
  their: Difference;
  own: Difference;
  /** True if the user decided all conflicts. */
  isAnswered: boolean;
  isTooMany: boolean;
}

/**
 * `base`: the common earlier version. Null if the server has deleted that version. In that case every difference is a
 * conflict.
 */
export function joinBoards(
  base: DashboardDocument | null,
  mine: DashboardDocument,
  theirs: DashboardDocument,
  choices: Choices,
): Joined {
  const start = base ?? emptyDocument();
  const merge = mergeDocuments(start, mine, theirs, choices);
  return {
    ...merge,
    their: difference(start, theirs),
    own: difference(start, mine),
    isAnswered: merge.contests.every(({ id }) => choices[id]),
    isTooMany: merge.document.widgets.length > MAX_WIDGETS,
  };
}

export const chooseAll = ({ contests }: Merge, side: Side): Choices =>
  Object.fromEntries(contests.map(({ id }) => [id, side]));
