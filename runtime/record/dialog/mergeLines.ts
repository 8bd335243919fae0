/** Merges a record's lines that two users changed, by row. Pure. */
import type { Field } from '../../../generated/definition.ts';
import type { Values } from '../../core/rules/rule.ts';
import { same } from '../../form/values/structuralSharing.ts';

type Rows = readonly Values[];

const byId = (rows: Rows) => new Map(rows.filter(({ id }) => id !== undefined).map((row) => [row.id, row]));

/** Returns whether a row has changed in its writable fields. */
function isChanged({ properties = {} }: Field, before: Values, after: Values | undefined): boolean {
  if (!after) return true;
  return Object.entries(properties).some(
    ([name, field]) => !field.readOnly && !same(before[name] ?? null, after[name] ?? null),
  );
}

/** Returns the merged rows. Null if both users changed the same row. */
export function mergeLines(item: Field, base: Rows, mine: Rows, theirs: Rows): Values[] | null {
  const [start, own, latest] = [byId(base), byId(mine), byId(theirs)];
  for (const [id, before] of start) {
    const [a, b] = [own.get(id), latest.get(id)];
    const isAlike = a && b ? !isChanged(item, a, b) : a === b;
    if (!isAlike && isChanged(item, before, a) && isChanged(item, before, b)) return null;
  }
  const merged = mine.flatMap((row) => {
    const before = row.id === undefined ? undefined : start.get(row.id);
    if (!before || isChanged(item, before, row)) return [row];
    const now = latest.get(row.id);
    return now ? [now] : [];
  });
  return [...merged, ...theirs.filter(({ id }) => !start.has(id))];
}
