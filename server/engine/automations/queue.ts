/** The queue of runs. A run waits in the log, which is written in the transaction of its trigger. */
import type { Insertable } from 'kysely';
import type { EntityTables } from '../../../generated/database.ts';
import type { Text } from '../../../generated/definition.ts';
import type { TriggerKind } from '../../../runtime/core/automation/drawing.ts';
import { type Trx, tellCommit } from '../../platform/db/index.ts';
import type { Automation } from './automation.ts';
import { chainFault, chainOf, writeChain } from './chain.ts';

const BATCH = 500;
/** Runs of one transaction, such as an import. The others are not run, and the log gives their number. */
const MOST_AT_ONCE = 1_000;
const MAX_SUBJECT = 500;

const LOOP = '自动化不能再次触发自己 / it would start itself again';
const LONG = '自动化连续触发过多 / too many automations in a row';

export interface NewRun {
  automationId: number;
  trigger: TriggerKind;
  subject: string;
  /** The title of the kind of record. */
  about: Text | null;
  recordId: number | null;
  /** The values of a call from outside, as JSON. */
  input?: string;
}

/** A run that only stops an automation whose owner left, or lost rights: it says why, and names no record. */
export const stoppingRun = ({ id, name, drawing }: Automation): NewRun => ({
  ...{ automationId: id, trigger: drawing.trigger.on, subject: name, about: null, recordId: null },
});

const manyMore = (count: number): string =>
  `一次写入的记录过多，另有 ${count} 条未执行 / too many records were written at once, ${count} are not run`;

type RunRow = Insertable<EntityTables['automationRun']>;

/** Returns why a run is only logged. Null if it waits for its turn. */
function refusalOf(trx: Trx, { automationId }: NewRun, left: number): string | null {
  const fault = chainFault(chainOf(trx), automationId);
  if (fault !== null) return fault === 'loop' ? LOOP : LONG;
  return left > 0 ? manyMore(left) : null;
}

/** `left`: the run stands for so many that are not run. */
function rowOf(trx: Trx, tenantId: number, run: NewRun, left = 0): RunRow {
  const reason = refusalOf(trx, run, left);
  return {
    ...{ tenantId, ...run, subject: run.subject.slice(0, MAX_SUBJECT), chain: writeChain(chainOf(trx)) },
    ...(reason === null
      ? { state: 'waiting' }
      : { state: 'stopped', reason, endedAt: new Date().toISOString() }),
  };
}

/** Returns the rows of the runs, and one row for all that are too many. */
function rowsOf(trx: Trx, tenantId: number, runs: readonly NewRun[]): RunRow[] {
  const rows = runs.slice(0, MOST_AT_ONCE).map((run) => rowOf(trx, tenantId, run));
  const more = runs[MOST_AT_ONCE];
  return more ? [...rows, rowOf(trx, tenantId, more, runs.length - MOST_AT_ONCE)] : rows;
}

/** Adds runs to the queue, in the transaction that causes them. Returns their ids. */
export async function addRuns(trx: Trx, tenantId: number, runs: readonly NewRun[]): Promise<number[]> {
  const ids: number[] = [];
  const rows = rowsOf(trx, tenantId, runs);
  for (let at = 0; at < rows.length; at += BATCH) {
    const added = await trx
      .insertInto('automationRun')
      .values(rows.slice(at, at + BATCH))
      .returning('id')
      .execute();
    ids.push(...added.map(({ id }) => Number(id)));
  }
  const last = ids.at(-1);
  if (last !== undefined)
    tellCommit(trx, { type: 'entity', entity: 'automationRun', tenantId, id: last, do: 'create' });
  return ids;
}
