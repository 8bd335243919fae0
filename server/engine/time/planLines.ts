/** Two kinds of lines of a plan. Either each line has its own record every day, or the lines take turns daily. */
import type { EntityDefinition, Schedule } from '../../../generated/definition.ts';
import { lineSets } from '../../../runtime/core/lines.ts';
import type { Occurrence } from '../../../runtime/core/time/workDays.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import { linesWhere, orderedLines } from '../entities/lines/lines.ts';
import { type Making, NO_PART, type Plan } from './made.ts';

/** The lines of a plan. Null if its schedule names no lines of this kind. */
export interface PlanLines {
  each: readonly Row[] | null;
  turns: readonly Row[] | null;
}

type LinesOfPlan = (plan: Row) => readonly Row[] | null;

/** Reads the lines with this name of several plans in one query. */
async function readNamed(
  trx: Trx,
  entity: EntityDefinition,
  name: string | undefined,
  plans: readonly Row[],
): Promise<LinesOfPlan> {
  const set = name === undefined ? undefined : lineSets(entity).find((one) => one.name === name);
  if (!set) return () => null;
  const { link } = set;
  const rows: Row[] =
    plans.length === 0
      ? []
      : await trxAny(trx)
          .selectFrom(link.entity)
          .selectAll()
          .where(linesWhere(set, plans))
          .orderBy(orderedLines(set))
          .execute();
  const byPlan = Map.groupBy(rows, (row) => String(row[link.field]));
  return (plan) => byPlan.get(String(plan[link.key])) ?? [];
}

/** Reads the lines that the schedule uses, for these plans. */
export async function readPlanLines(
  trx: Trx,
  entity: EntityDefinition,
  { each, turns }: Schedule,
  plans: readonly Row[],
): Promise<(plan: Row) => PlanLines> {
  const eachOf = await readNamed(trx, entity, each, plans);
  const turnsOf = await readNamed(trx, entity, turns, plans);
  return (plan) => ({ each: eachOf(plan), turns: turnsOf(plan) });
}

/**
 * Returns the records of these days. With `each` there is one for each line, with `turns` each day has the next line.
 * `before` is the number of earlier days of the series.
 */
export function makingsOf(
  plan: Plan,
  occurrences: readonly Occurrence[],
  { each, turns }: PlanLines,
  before: number,
): Making[] {
  return occurrences.flatMap((occurrence, at) => {
    const turn = turns && { turn: turns[(before + at) % turns.length] ?? {} };
    if (each === null) return [{ plan, occurrence, part: NO_PART, lines: { ...turn } }];
    return each.map((line) => ({ plan, occurrence, part: Number(line.id), lines: { each: line, ...turn } }));
  });
}
