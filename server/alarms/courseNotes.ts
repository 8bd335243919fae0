/** Since when rules that remember are judged as they are: known to whoever goes on after a start. */
import { sql } from 'kysely';
import type { Trx } from '../db/index.ts';
import type { Rule } from './types.ts';

export interface CourseNote {
  rule: Pick<Rule, 'id' | 'tenantId'>;
  version: number;
  /** Time of the newest value when it began, epoch milliseconds. */
  since: number;
}

/** By the number of the rule. */
export async function notes_read(
  trx: Trx,
  ids: readonly number[],
): Promise<Map<number, Omit<CourseNote, 'rule'>>> {
  const { rows } = await sql<{ id: number; version: number; since: number }>`
    select generater_id as id, version, (extract(epoch from since) * 1000)::float8 as since
      from alarm_course where generater_id = any(${[...ids]}::int8[])`.execute(trx);
  return new Map(rows.map(({ id, ...note }) => [id, note]));
}

/** What was noted of rules that are gone goes with it. */
export async function notes_write(trx: Trx, notes: readonly CourseNote[]): Promise<void> {
  if (notes.length === 0) return;
  await sql`
    delete from alarm_course c where not exists (
      select from alarm_generater g where g.tenant_id = c.tenant_id and g.id = c.generater_id)`.execute(trx);
  const of = (part: (note: CourseNote) => number) => notes.map(part);
  await sql`
    insert into alarm_course (tenant_id, generater_id, version, since)
    select t, n.id, n.version, to_timestamp(at / 1000)
      from unnest(${of(({ rule }) => rule.tenantId)}::int4[], ${of(({ rule }) => rule.id)}::int8[],
        ${of(({ version }) => version)}::int4[], ${of(({ since }) => since)}::float8[]) as n(t, id, version, at)
      join alarm_generater g on g.tenant_id = t and g.id = n.id
    on conflict (tenant_id, generater_id) do update set version = excluded.version, since = excluded.since`.execute(
    trx,
  );
}
