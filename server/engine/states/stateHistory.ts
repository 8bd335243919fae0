/** Returns the state of a record at a past time. The history entry of each transition contains its start state. */
import { type RawBuilder, sql } from 'kysely';

/**
 * SQL for the state at an instant, as text, of the row `alias`. It is the start state of the first later transition.
 * Without one, it is the current state.
 */
export function stateAt(entity: string, alias: string, moment: string): RawBuilder<string> {
  const row = (column: string) => sql.ref(`${alias}.${column}`);
  return sql<string>`coalesce((
    select l.diff -> 'status' ->> 0 from audit_log l
     where l.tenant_id = ${row('tenantId')} and l.entity = ${entity} and l.record_id = ${row('id')}::text
       and l.at > ${moment} and l.diff -> 'status' ->> 0 is not null
     order by l.at, l.id limit 1), ${row('status')}::text)`;
}
