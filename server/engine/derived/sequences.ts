/**
 * Assigns numbers to new records (x-sequence). This is the last step of a transaction, after all other locks. After
 * locking a sequence's row, a transaction waits for nothing else, so no deadlock is possible. A rollback leaves no
 * gap.
 */
import { type RawBuilder, sql } from 'kysely';
import type { EntityDefinition, Sequence } from '../../../generated/definition.ts';
import {
  fieldsBy,
  sequenceFinder,
  sequencePeriod,
  sequenceText,
} from '../../../runtime/core/rules/sequence.ts';
import { dateOf } from '../../../runtime/core/time/timeWindow.ts';
import { beforeCommit } from '../../platform/db/beforeCommit.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { addStatement } from '../../platform/db/tenant.ts';
import type { Session } from '../context.ts';

const DAY_MS = 86_400_000;

/** The records of a transaction that take numbers of the same sequence. */
interface Run {
  tenantId: number;
  entity: string;
  field: string;
  sequence: Sequence;
  day: string;
  period: string;
  rows: Row[];
}

const pendings = new WeakMap<object, Map<string, Run>>();

export const sequencesOf = ({ schema }: EntityDefinition): [string, Sequence][] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    field['x-sequence'] ? [[name, field['x-sequence']]] : [],
  );

/** Returns the day in the creator's time zone. */
const today = (zone: string): string =>
  new Date(dateOf(Date.now(), zone) * DAY_MS).toISOString().slice(0, 10);

export type NumberStep = { session: Pick<Session, 'tenantId'>; zone: string };

export const runOf = (
  { session, zone }: NumberStep,
  entity: EntityDefinition,
  field: string,
  sequence: Sequence,
  values: Row,
): Run => {
  const day = today(zone);
  const period = sequencePeriod(sequence, day, values);
  return { tenantId: session.tenantId, entity: entity.name, field, sequence, day, period, rows: [] };
};

/**
 * Assigns numbers to new rows before the commit. `onNumbered` adds the rows to the history after that, or at once if the
 * entity has no numbers.
 */
export async function numberRecords(
  trx: Trx,
  step: NumberStep,
  entity: EntityDefinition,
  rows: readonly Row[],
  onNumbered: () => Promise<void>,
): Promise<void> {
  const sequences = sequencesOf(entity);
  if (sequences.length === 0) return onNumbered();
  const pending = pendings.get(trx) ?? new Map<string, Run>();
  if (!pendings.has(trx)) pendings.set(trx, pending);
  if (pending.size === 0) beforeCommit(trx, 'numbers', () => numberAll(trx, pending));
  for (const [field, sequence] of sequences)
    for (const row of rows.filter((row) => row[field] === null || row[field] === undefined)) {
      const run = runOf(step, entity, field, sequence, row);
      const key = [run.tenantId, run.entity, field, run.period].join(' ');
      const pendingRun = pending.get(key) ?? run;
      pending.set(key, pendingRun);
      pendingRun.rows.push(row);
    }
  beforeCommit(trx, 'audit', onNumbered);
}

/** Sequences are locked in a fixed order, so that two transactions cannot deadlock. */
async function numberAll(trx: Trx, pending: Map<string, Run>): Promise<void> {
  const runs = [...pending].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, run]) => run);
  pending.clear();
  for (const run of runs) {
    const texts = await reserveNumbers(trx, run, run.rows);
    for (const [index, row] of run.rows.entries()) row[run.field] = texts[index];
    const store = sql`update ${sql.table(run.entity)} t set ${sql.ref(run.field)} = v.number
        from unnest(${run.rows.map(({ id }) => Number(id))}::int8[], ${texts}::text[]) as v(id, number)
       where t.tenant_id = ${run.tenantId} and t.id = v.id`;
    await addStatement(trx, { compile: () => store.compile(trx) });
  }
}

/** Reserves `count` figures of the sequence. Returns the last figure before them. */
async function reserveFigures(trx: Trx, run: Run, count: number): Promise<number> {
  const { tenantId, entity, field, period } = run;
  const key = sql`tenant_id = ${tenantId} and entity = ${entity} and field = ${field} and period = ${period}`;
  const { rows } = await sql<{ n: number; first: boolean }>`
    insert into sequence as s (tenant_id, entity, field, period, n)
    values (${tenantId}, ${entity}, ${field}, ${period}, ${count})
    on conflict (tenant_id, entity, field, period) do update set n = s.n + excluded.n
    returning n, xmax = 0 as first`.execute(trx);
  const { n = count, first = false } = rows[0] ?? {};
  if (!first) return n - count;
  // A new sequence continues after the existing numbers.
  const start = await findLast(trx, run);
  if (start > 0) await sql`update sequence set n = n + ${start} where ${key}`.execute(trx);
  return start;
}

const lockOf = ({ tenantId, entity }: Run): RawBuilder<unknown> =>
  sql`${sql.table(entity)} where tenant_id = ${tenantId}`;

async function findLast(trx: Trx, run: Run): Promise<number> {
  const { sequence, day, field, rows: records } = run;
  const finder = sequenceFinder(sequence, day, records[0] ?? {});
  const same = fieldsBy(sequence)
    .filter((name) => records[0]?.[name] !== undefined)
    .map((name) => sql`and ${sql.ref(name)} is not distinct from ${records[0]?.[name] ?? null}`);
  const { rows } = await sql<{ last: number | null }>`
    select max(substring(${sql.ref(field)} from ${finder})::int8) as last
      from ${lockOf(run)} and ${sql.ref(field)} ~ ${finder} ${sql.join(same, sql` `)}`.execute(trx);
  return rows[0]?.last ?? 0;
}

/** Assigns a number to each record. Numbers that users entered manually are skipped. */
async function reserveNumbers(trx: Trx, run: Run, records: readonly Row[]): Promise<string[]> {
  const { sequence, day, field } = run;
  const last = await reserveFigures(trx, run, records.length);
  const texts = records.map((row, index) => sequenceText(sequence, last + index + 1, day, row));
  if (!sequence.given) return texts;
  const { rows } = await sql<{ number: string }>`
    select ${sql.ref(field)} as number from ${lockOf(run)} and ${sql.ref(field)} = any(${texts}::text[])`.execute(
    trx,
  );
  const used = new Set(rows.map(({ number }) => number));
  const again = records.filter((_, index) => used.has(texts[index]!));
  if (again.length === 0) return texts;
  const others = await reserveNumbers(trx, run, again);
  return texts.map((text) => (used.has(text) ? others.shift()! : text));
}

/** Reserves the next number for a record that is created later. If it is never created, the number is not used. */
export async function reserveNumber(
  trx: Trx,
  step: NumberStep,
  entity: EntityDefinition,
  field: string,
  values: Row,
): Promise<string> {
  const sequence = sequencesOf(entity).find(([name]) => name === field)?.[1];
  if (!sequence) throw new Error(`${entity.name}.${field} has no sequence`);
  const [number] = await reserveNumbers(trx, runOf(step, entity, field, sequence, values), [values]);
  return number!;
}
