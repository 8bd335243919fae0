/** The queue of runs. A run waits in the log, which is written in the transaction of its trigger. */
import type { Insertable } from 'kysely';
import type { EntityTables } from '../../../generated/database.ts';
import type { TriggerKind } from '../../../runtime/core/automation/drawing.ts';
import { type Trx, tellCommit } from '../../platform/db/index.ts';
import type { Automation } from './automation.ts';
import { chainFault, chainOf, writeChain } from './chain.ts';

const BATCH = 500;
const MAX_SUBJECT = 500;

const LOOP = '自动化不能再次触发自己 / it would start itself again';
const LONG = '自动化连续触发过多 / too many automations in a row';

export interface NewRun {
  automationId: number;
  trigger: TriggerKind;
  subject: string;
  about: string | null;
  recordId: number | null;
  /** The values of a call from outside, as JSON. */
  input?: string;
}

/** A run that only stops an automation whose owner left, or lost rights: it says why, and names no record. */
export const stoppingRun = ({ id, name, drawing }: Automation): NewRun => ({
  ...{ automationId: id, trigger: drawing.trigger.on, subject: name, about: null, recordId: null },
});

type RunRow = Insertable<EntityTables['automationRun']>;

function rowOf(trx: Trx, tenantId: number, run: NewRun): RunRow {
  const chain = chainOf(trx);
  const fault = chainFault(chain, run.automationId);
  return {
    ...{ tenantId, ...run, subject: run.subject.slice(0, MAX_SUBJECT), chain: writeChain(chain) },
    ...(fault === null
      ? { state: 'waiting' }
      : { state: 'stopped', reason: fault === 'loop' ? LOOP : LONG, endedAt: new Date().toISOString() }),
  };
}

/** Adds runs to the queue, in the transaction that causes them. Returns their ids. */
export async function addRuns(trx: Trx, tenantId: number, runs: readonly NewRun[]): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < runs.length; at += BATCH) {
    const rows = await trx
      .insertInto('automationRun')
      .values(runs.slice(at, at + BATCH).map((run) => rowOf(trx, tenantId, run)))
      .returning('id')
      .execute();
    ids.push(...rows.map(({ id }) => Number(id)));
  }
  const last = ids.at(-1);
  if (last !== undefined)
    tellCommit(trx, { type: 'entity', entity: 'automationRun', tenantId, id: last, do: 'create' });
  return ids;
}
