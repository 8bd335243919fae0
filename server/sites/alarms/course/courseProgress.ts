/** Stores the start of the evaluation of a stateful rule in its present form, for the next process. */
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/index.ts';
import type { Rule } from '../types.ts';

export interface CourseNote {
  rule: Pick<Rule, 'id' | 'tenantId'>;
  version: number;
  /** Time of the newest value when the evaluation started, in epoch milliseconds. */
  since: number;
}

export interface Noted {
  version: number;
  since: number;
  /** The time up to which all points are evaluated and stored, in epoch milliseconds. */
  seen: number;
}

/** Returns the notes by rule id. */
export async function readNotes(trx: Trx, ids: readonly number[]): Promise<Map<number, Noted>> {
  const { rows } = await sql<Noted & { id: number }>`
    select generater_id as id, version, (extract(epoch from since) * 1000)::float8 as since,
        (extract(epoch from coalesce(seen, since)) * 1000)::float8 as seen
      from alarm_course where generater_id = any(${[...ids]}::int8[])`.execute(trx);
  return new Map(rows.map(({ id, ...note }) => [id, note]));
}

/** Stores the notes, and deletes those of deleted rules. */
export async function writeNotes(trx: Trx, notes: readonly CourseNote[]): Promise<void> {
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
    on conflict (tenant_id, generater_id) do update
      set version = excluded.version, since = excluded.since, seen = null`.execute(trx);
}

/** Stores the evaluated times per rule, in epoch milliseconds. */
export async function notesSeen(trx: Trx, seen: ReadonlyMap<CourseNote['rule'], number>): Promise<void> {
  const rules = [...seen.keys()];
  await sql`
    update alarm_course c set seen = to_timestamp(n.at / 1000)
      from unnest(${rules.map(({ tenantId }) => tenantId)}::int4[], ${rules.map(({ id }) => id)}::int8[],
        ${[...seen.values()]}::float8[]) as n(tenant, id, at)
     where c.tenant_id = n.tenant and c.generater_id = n.id`.execute(trx);
}
