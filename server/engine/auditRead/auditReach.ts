/** Users who may not list a record see in the audit log only that it was changed, but not how. */
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import type { Trx } from '../../platform/db/index.ts';
import { trxAny } from '../../platform/db/tables/anyTable.ts';
import type { Caller } from '../access/asker.ts';
import { recordScope, recordWhere } from '../access/recordScope.ts';

interface Logged {
  entity: string;
  recordId: string;
}

/** Some log entries are about records of another entity with the same id. Maps the logged name to that entity. */
const ABOUT: Readonly<Record<string, string>> = { userAccount: 'user', siteKanban: 'station' };
const NUMBER = /^\d{1,18}$/;

/** Returns the entity of a log entry's record. Entries without an entity are visible only with all permissions. */
export const findLoggedEntity = (name: string): Entity | undefined => entityRegistry.get(ABOUT[name] ?? name);

async function readListable(
  trx: Trx,
  caller: Caller,
  entity: Entity,
  lines: readonly Logged[],
): Promise<(recordId: string) => boolean> {
  if (recordScope(caller, entity, 'list') === null) return () => false;
  const where = recordWhere(caller, entity, 'list');
  if (!where) return () => true;
  const ids = [...new Set(lines.map(({ recordId }) => recordId).filter((id) => NUMBER.test(id)))];
  if (ids.length === 0) return () => false;
  // A deleted record has no owner, so users with a narrowed scope do not see it.
  const rows = await trxAny(trx)
    .selectFrom(entity.name)
    .select('id')
    .where('id', 'in', ids)
    .where(where)
    .execute();
  const seen = new Set(rows.map(({ id }) => String(id)));
  return (id) => seen.has(id);
}

/** Returns for each log entry whether the caller may list its record, with one query for each entity. */
export async function readAuditReach(
  trx: Trx,
  caller: Caller,
  lines: readonly Logged[],
): Promise<(line: Logged) => boolean> {
  const reach = new Map<string, (recordId: string) => boolean>();
  for (const [entity, entityLines] of Map.groupBy(lines, ({ entity: name }) => findLoggedEntity(name)))
    if (entity) reach.set(entity.name, await readListable(trx, caller, entity, entityLines));
  const everything = caller.admin || caller.permissions.has('*');
  return ({ entity, recordId }) => reach.get(findLoggedEntity(entity)?.name ?? '')?.(recordId) ?? everything;
}
