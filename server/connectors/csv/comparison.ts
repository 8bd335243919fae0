/**
 * Finds different values of one variable at the same time before anything is stored, so that no value
 * silently replaces another.
 */
import { AppError } from '../../platform/errors/errors.ts';
import { type CellRejection, type CellTarget, convertRow, type FilePlan } from './read/convert.ts';
import { openCsv } from './read/rows.ts';
import type { Survey } from './read/understand.ts';
import { createOrders, createValues, MOST_COMPARED, type Repeats } from './store/repeats.ts';

export interface Keyed extends CellTarget {
  /** Identifies the variable. */
  key: string;
}

interface Compared {
  path: string;
  survey: Survey;
  plan: FilePlan<Keyed>;
  now: number;
  isStopped(): boolean;
}

type Value = { key: string; column: string; ts: number; value: number | string; line: number };

/** Visits each value until `accept` returns false. */
async function forEachValue(
  { path, survey, plan, now, isStopped }: Compared,
  accept: (value: Value) => boolean,
): Promise<void> {
  const after = new Map<string, number>();
  for await (const row of openCsv(path, survey).rows) {
    if (isStopped()) return;
    if ('broken' in row || row.line < plan.dataLine) continue;
    const { ts, series, values } = convertRow(row, plan, now, (of) => after.get(of));
    if (ts !== null) after.set(series, ts);
    for (const { target, column, ts: at, value } of values)
      if (!accept({ key: target.key, column, ts: at, value, line: row.line })) return;
  }
}

/** Returns the variables that have several values at the same time. Throws `import.tooManyRepeats`. */
export async function compareValues(compared: Compared): Promise<Repeats> {
  const orders = createOrders();
  await forEachValue(compared, ({ key, ts }) => {
    orders.take(key, ts);
    return true;
  });
  const { keys, count } = orders.suspects();
  if (keys.size === 0) return new Map();
  if (count > MOST_COMPARED) throw new AppError('import.tooManyRepeats', { limit: MOST_COMPARED });
  const values = createValues(keys, count);
  await forEachValue(compared, ({ key, ts, value }) => {
    values.take(key, ts, value);
    return true;
  });
  return values.repeats();
}

const SHOWN = 200;

/**
 * Lists the lines whose value differs from the previous value of the same variable and time. Returns at most the
 * number that is shown.
 */
export async function listTwoValues(compared: Compared, repeats: Repeats) {
  const found: CellRejection[] = [];
  const firsts = new Map<string, Value>();
  let first: { one: Value; other: Value } | null = null;
  await forEachValue(compared, (other) => {
    if (!repeats.get(other.key)?.get(other.ts)?.different) return true;
    const place = `${other.key}/${other.ts}`;
    const one = firsts.get(place);
    if (!one) {
      firsts.set(place, other);
      return true;
    }
    if (one.value === other.value) return true;
    first ??= { one, other };
    const { line, column, value } = other;
    found.push({ line, column, reason: 'twoValues', raw: String(value) });
    return found.length < SHOWN;
  });
  return { found, first: first as { one: Value; other: Value } | null };
}
