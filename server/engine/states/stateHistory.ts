/** In which state a record was: its history knows what every later move began with. */
import { type RawBuilder, sql } from 'kysely';

/**
 * The state at an instant, as text, of the row that a query calls `alias`: what the first move after it led away
 * from, or today's state where nothing moved since.
 */
export function stateAt(entity: string, alias: string, moment: string): RawBuilder<string> {
  const row = (column: string) => sql.ref(`${alias}.${column}`);
  return sql<string>`coalesce((
    select l.diff -> 'status' ->> 0 from audit_log l
     where l.tenant_id = ${row('tenantId')} and l.entity = ${entity} and l.record_id = ${row('id')}::text
       and l.at > ${moment} and l.diff -> 'status' ->> 0 is not null
     order by l.at, l.id limit 1), ${row('status')}::text)`;
}
