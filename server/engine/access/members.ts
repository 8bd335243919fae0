/**
 * A person reaches besides their own records those that name them among their members, and those that are shared with
 * them or with one of their departments. Shares open a record to be seen, or to be changed as well, never more.
 */
import { type SqlBool, sql } from 'kysely';
import type { EntityDefinition, Members } from '../../../generated/definition.ts';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import type { RecordCondition } from '../../platform/db/tables/anyTable.ts';
import type { Asker } from './asker.ts';

/** These show a record and leave it as it is. */
export const SEEING: ReadonlySet<string> = new Set(['list', 'get', 'export']);

/** Returns whether other tables say, too, whose a record is. */
export const isShared = ({ members, share, of }: EntityDefinition): boolean =>
  members !== undefined || share === true || of?.own === 'with';

/** The children of a record whose users count as its owners. */
export const listMembers = ({ members = [] }: EntityDefinition): Members[] => [members].flat();

/** The records that name the asker among their members, for what members may do with them. */
export function memberWhere(
  { userId }: Asker,
  entity: EntityDefinition,
  action: string,
): RecordCondition | null {
  const named = listMembers(entity).flatMap(({ of, user, until, reads }): RecordCondition[] => {
    const reference = entityRegistry.get(of)?.of?.field;
    if (!reference || (reads && !SEEING.has(action))) return [];
    return [
      (eb) => {
        const query = eb.selectFrom(of).select(reference).where(user, '=', userId);
        const day =
          until &&
          sql<SqlBool>`(${eb.ref(until)} is null or ${eb.ref(until)} >= (now() at time zone 'utc')::date)`;
        return eb('id', 'in', day ? query.where(day) : query);
      },
    ];
  });
  return named.length === 0 ? null : (eb) => eb.or(named.map((one) => one(eb)));
}

/** The reference to the record whose owners own this one, too; null where the entity says who they are. */
function findHolder({ of, schema }: EntityDefinition): { field: string; key: string; above: Entity } | null {
  if (of?.own !== 'with') return null;
  const { 'x-ref': target = '', 'x-refKey': key = 'id' } = schema.properties?.[of.field] ?? {};
  const above = entityRegistry.get(target);
  return above ? { field: of.field, key, above } : null;
}

/** The records whose holder matches; undefined where the entity does not follow another record. */
export function followHolder(
  entity: EntityDefinition,
  match: (above: Entity) => RecordCondition | null,
): RecordCondition | null | undefined {
  const holder = findHolder(entity);
  if (!holder) return undefined;
  const { field, key, above } = holder;
  const within = match(above);
  if (!within) return null;
  return (eb) =>
    eb(
      eb.ref(field),
      'in',
      eb
        .selectFrom(above.name)
        .select(key)
        .where((inner) => within(inner)),
    );
}

export function shareWhere(
  { userId, departments }: Asker,
  { name, share }: EntityDefinition,
  action: string,
): RecordCondition | null {
  if (!share || !(SEEING.has(action) || action === 'update')) return null;
  return (eb) => {
    const whom = eb.or([
      eb('userId', '=', userId),
      ...(departments.length > 0 ? [eb('deptId', 'in', departments)] : []),
    ]);
    const query = eb
      .selectFrom('recordShare')
      .select('recordId')
      .where('entity', '=', name)
      .where(whom)
      .where(sql<SqlBool>`(ends_at is null or ends_at > now())`);
    return eb('id', 'in', action === 'update' ? query.where('mayWrite', '=', true) : query);
  };
}
