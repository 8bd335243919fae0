/** Stores refusals in the database: one line per device, key and reason, with a limited number of lines per tenant. */
import { sql } from 'kysely';
import type { Database, Trx } from '../../../platform/db/index.ts';
import { type Counted, SENDER_LINES, TENANT_LINES } from './tally.ts';

/** Days without a new refusal after which the lines of a sender are deleted as settled. */
const RETENTION_DAYS = 90;

/** A settled line is reopened if it occurs again. Its version does not change, so that no user's edit conflicts. */
async function addLines(trx: Trx, lines: readonly Counted[]): Promise<void> {
  const column = <T>(read: (line: Counted) => T): T[] => lines.map(read);
  await sql`
    insert into telemetry_refusal as r
      (tenant_id, device_sn, sender, key, reason, occurrences, first_at, last_at, example, status)
    select t, device, sender, key, reason, n, to_timestamp(f / 1000), to_timestamp(l / 1000), example, 'open'
      from unnest(${column((refusal) => refusal.tenantId)}::int4[], ${column((refusal) => refusal.deviceSn)}::text[],
        ${column((refusal) => refusal.sender)}::text[], ${column((refusal) => refusal.key)}::text[],
        ${column((refusal) => refusal.reason)}::text[], ${column((refusal) => refusal.occurrences)}::int8[],
        ${column((refusal) => refusal.firstAt)}::float8[], ${column((refusal) => refusal.lastAt)}::float8[],
        ${column((refusal) => refusal.example)}::text[])
        as u(t, device, sender, key, reason, n, f, l, example)
     order by t, device, sender, key, reason
    on conflict (tenant_id, device_sn, sender, key, reason) do update set
      occurrences = r.occurrences + excluded.occurrences, last_at = greatest(r.last_at, excluded.last_at),
      example = excluded.example, status = 'open'`.execute(trx);
}

/** Keeps only the newest lines of each sender and of each tenant. */
async function trimLines(trx: Trx, tenants: readonly number[]): Promise<void> {
  await sql`
    delete from telemetry_refusal r using (
      select tenant_id, id, last_at,
        row_number() over (partition by tenant_id, sender order by last_at desc, id desc) as of_sender,
        row_number() over (partition by tenant_id order by last_at desc, id desc) as of_tenant
        from telemetry_refusal where tenant_id = any(${tenants}::int4[])) as o
     where r.tenant_id = o.tenant_id and r.id = o.id and (o.of_sender > ${SENDER_LINES + 1}
        or o.of_tenant > ${TENANT_LINES + 1} or o.last_at < now() - make_interval(days => ${RETENTION_DAYS}))`.execute(
    trx,
  );
}

export async function storeRefusals(db: Database, lines: readonly Counted[]): Promise<void> {
  await db.system(async (trx) => {
    await addLines(trx, lines);
    await trimLines(trx, [...new Set(lines.map(({ tenantId }) => tenantId))]);
  });
}

/**
 * Returns the id of the tenant of the platform's administrators. They see refusals without a tenant. Null if
 * there is no tenant.
 */
export async function platformTenant(db: Database): Promise<number | null> {
  const first = await db.system((trx) =>
    trx.selectFrom('tenant').select('id').orderBy('id').limit(1).executeTakeFirst(),
  );
  return first?.id ?? null;
}
