/** The queue of runs. A queued run is a row in the log, written in the transaction of its trigger. */
import type { Insertable } from 'kysely';
import type { EntityTables } from '../../../generated/database.ts';
import type { Text } from '../../../generated/definition.ts';
import type { TriggerKind } from '../../../runtime/core/automation/drawing.ts';
import { publishOnCommit, type Trx } from '../../platform/db/index.ts';
import type { Automation } from './automation.ts';
import { chainFault, chainOf, writeChain } from './chain.ts';

const BATCH = 500;
/**
 * Maximum number of runs from one transaction, such as an import. The log gives the number of further runs, which are
 * not carried out.
 */
const MOST_AT_ONCE = 1_000;
const MAX_SUBJECT = 500;

const LOOP: Text = { zh: '自动化不能再次触发自己', en: 'it would start itself again' };
const LONG: Text = { zh: '自动化连续触发过多', en: 'too many automations in a row' };

export interface NewRun {
  automationId: number;
  trigger: TriggerKind;
  subject: string;
  /** The title of the record's entity. */
  about: Text | null;
  recordId: number | null;
  /** The values sent by another system, as JSON. */
  input?: string;
}

/**
 * Returns a run that only stops an automation whose owner left or lost rights. It gives the reason and names no
 * record.
 */
export const stoppingRun = ({ id, name, drawing }: Automation): NewRun => ({
  ...{ automationId: id, trigger: drawing.trigger.on, subject: name, about: null, recordId: null },
});

const manyMore = (count: number): Text => ({
  zh: `一次写入的记录过多，另有 ${count} 条未执行`,
  en: `too many records were written at once, ${count} are not run`,
});

type RunRow = Insertable<EntityTables['automationRun']>;

/** Returns the reason if a run is only logged. Null if it is queued. */
function refusalOf(trx: Trx, { automationId }: NewRun, left: number): Text | null {
  const fault = chainFault(chainOf(trx), automationId);
  if (fault !== null) return fault === 'loop' ? LOOP : LONG;
  return left > 0 ? manyMore(left) : null;
}

/** `left` is the number of runs that exceed the limit and share this row. */
function rowOf(trx: Trx, tenantId: number, run: NewRun, left = 0): RunRow {
  const reason = refusalOf(trx, run, left);
  return {
    ...{ tenantId, ...run, subject: run.subject.slice(0, MAX_SUBJECT), chain: writeChain(chainOf(trx)) },
    ...(reason === null
      ? { state: 'waiting' }
      : { state: 'stopped', reason, endedAt: new Date().toISOString() }),
  };
}

/** Returns the rows of the runs. Excess runs share one row. */
function rowsOf(trx: Trx, tenantId: number, runs: readonly NewRun[]): RunRow[] {
  const rows = runs.slice(0, MOST_AT_ONCE).map((run) => rowOf(trx, tenantId, run));
  const more = runs[MOST_AT_ONCE];
  return more ? [...rows, rowOf(trx, tenantId, more, runs.length - MOST_AT_ONCE)] : rows;
}

/** Adds runs to the queue in the transaction that triggers them. Returns their ids. */
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
    publishOnCommit(trx, { type: 'entity', entity: 'automationRun', tenantId, id: last, do: 'create' });
  return ids;
}
