/** Replaces variables that are missing on the other station by the chosen stand-ins. Pure. */
import type { Data } from '../../../generated/calls.ts';
import type { DashboardDocument } from '../../../generated/definition.ts';

export type BoardMatch = Data<'boardMatch'>;
export type Missing = BoardMatch['missing'][number];
export type Removed = BoardMatch['removed'][number];
export type Pair = [deviceSn: string, variableSn: string];
/** Chosen variables by the JSON pointer of the place in the document. */
export type Chosen = Readonly<Record<string, Pair | undefined>>;

/** Returns whether the match changes variables of the document. */
export const matchChanges = ({
  matched,
  missing,
  removed,
}: Pick<BoardMatch, 'matched' | 'missing' | 'removed'>): boolean =>
  missing.length > 0 || removed.length > 0 || matched.some(({ from, to }) => from !== to);

const readStep = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~');

export function fillDocument(document: DashboardDocument, chosen: Chosen): DashboardDocument {
  const filled = structuredClone(document);
  for (const [pointer, pair] of Object.entries(chosen)) {
    if (!pair) continue;
    const steps = pointer.split('/').slice(1).map(readStep);
    const last = steps.pop();
    let parent = filled as unknown as Record<string, unknown>;
    for (const step of steps) parent = parent[step] as typeof parent;
    if (last !== undefined) parent[last] = pair;
  }
  return filled;
}
