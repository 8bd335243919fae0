/**
 * Reads the past points of a rule in the order of time: first the last values before the period, then chunk by chunk.
 */
import type { Database, Trx } from '../../../platform/db/index.ts';
import type { PointRule } from '../evaluate.ts';
import type { Point } from '../types.ts';
import type { Course } from './course.ts';
import { type CalculationState, derivePoints } from './derivePoints.ts';
import { allPoints } from './recentPoints.ts';
import { readSeedValues } from './seedValues.ts';

const HOUR_MS = 3_600_000;
const LONGEST_MS = 48 * HOUR_MS;
/** Maximum length of a chunk without measured points, in ms. */
const LONGEST_CHUNK_MS = 24 * HOUR_MS;

/**
 * Returns the length of the past that determines a rule's state. It is twice the rule's delays and window, and at least
 * an hour for variables that report rarely.
 */
export function pastSpan({ delayMs, clearMs, condition }: PointRule): number {
  const window = condition.kind === 'rate' ? condition.windowMs : 0;
  return Math.min(2 * (delayMs + clearMs + window) + HOUR_MS, LONGEST_MS);
}

export interface PastSource {
  db: Pick<Database, 'pool'>;
  /** Runs a transaction that can see the points. The caller uses no other connection at the same time. */
  read<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
}

interface PastWindow {
  from: number;
  to: number;
  /** Maximum length of a chunk with points, in milliseconds. */
  chunkMs: number;
}

export interface PastPart {
  /** Good points of the watched variables, measured and calculated, oldest first. */
  points: readonly Point[];
  /** States of the calculated variables after these points. */
  calculations: readonly CalculationState[];
  /** All earlier points are read, in epoch milliseconds. For the first chunk, this is the start of the window. */
  to: number;
}

/** Reads the past. The first chunk contains the last values before the window, however old they are. */
export async function* readPast(
  { db, read }: PastSource,
  { rule, variables, measured }: Pick<Course, 'rule' | 'variables' | 'measured'>,
  { from, to, chunkMs }: PastWindow,
): AsyncGenerator<PastPart> {
  const seeds = await readSeedValues(db, read, variables, from);
  yield { ...seeds, to: from };
  let calculations: readonly CalculationState[] = seeds.calculations;
  const inputs = [...measured].map(([id, sn]) => ({ id, sn }));
  for (let start = from, span = chunkMs; start < to; ) {
    const window = { from: start, to: Math.min(start + span, to) };
    const points = await read((trx) => allPoints(trx, rule.tenantId, inputs, window));
    const part = derivePoints({ variables }, calculations, points);
    calculations = part.calculations;
    yield { ...part, to: window.to };
    start = window.to;
    span = points.length > 0 ? chunkMs : Math.min(2 * span, LONGEST_CHUNK_MS);
  }
}
