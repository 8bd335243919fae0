/** Finds the records that refer to a record, for effects on these records and their users. */
import { sql } from 'kysely';
import type { Effect } from '../../../generated/definition.ts';
import { type Entity, entityOf } from '../../../runtime/core/definitions/entities.ts';
import { referringOf } from '../../../runtime/core/rules/referring.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { takenSql } from '../derived/rollupSql.ts';
import { fieldsOf } from '../entities/columns.ts';

/** Referring records of one entity. */
interface Referring {
  entity: Entity;
  rows: Row[];
}

type Target = Pick<Extract<Effect, { do: 'notify' }>, 'of' | 'where'>;
type Reaching = Target & { of: string };

/** Maximum number of records that an effect may change in one transaction. */
const MAX_REFERRING = 1_000;

/** Returns the field by which lines refer to their parent record. Undefined for entities that are not lines. */
const parentFieldOf = ({ of }: Entity): string | undefined => (of?.in === 'form' ? of.field : undefined);

/** Returns the entity for an effect on `entity.field`. Null if `of` is a reference of the record. */
export function referringEntity(of: string): Entity | null {
  const referring = referringOf(of);
  if (!referring) return null;
  const child = entityOf(referring.entity);
  const parentField = parentFieldOf(child);
  return parentField === undefined ? child : entityOf(fieldsOf(child)[parentField]?.['x-ref'] ?? '');
}

/** Selects the records `c` that refer to this record, sorted by id. */
function selectReferring(trx: Trx, entity: Entity, record: Row, { of, where }: Reaching) {
  const { entity: name, field: ref } = referringOf(of) ?? { entity: '', field: '' };
  const child = entityOf(name);
  const value = record[fieldsOf(child)[ref]?.['x-refKey'] ?? 'id'];
  const parentField = parentFieldOf(child);
  const key = fieldsOf(child)[parentField ?? '']?.['x-refKey'] ?? 'id';
  const found = trxAny(trx).selectFrom(`${entity.name} as c`).orderBy('c.id');
  const referring =
    parentField === undefined
      ? found.where(`c.${ref}`, '=', value)
      : found.where(
          `c.${key}`,
          'in',
          trxAny(trx).selectFrom(name).select(parentField).where(ref, '=', value),
        );
  return takenSql(where).reduce((query, part) => query.where(sql<boolean>`${part}`), referring);
}

/**
 * Returns the records that refer to this record by the effect's field. For lines, returns their parent records.
 * Without such a field, returns the record itself.
 */
export async function findReferring(
  trx: Trx,
  entity: Entity,
  record: Row,
  { of, where }: Target,
): Promise<Referring> {
  const target = of === undefined ? null : referringEntity(of);
  if (of === undefined || !target) return { entity, rows: [record] };
  const rows = await selectReferring(trx, target, record, { of, where }).selectAll('c').execute();
  return { entity: target, rows };
}

/** Locks the records of the entity that refer to this record, sorted by id. Returns their ids. */
export async function lockReferring(
  trx: Trx,
  entity: Entity,
  record: Row,
  reaching: Reaching,
): Promise<number[]> {
  const rows = await selectReferring(trx, entity, record, reaching)
    .select('c.id')
    .limit(MAX_REFERRING + 1)
    .forUpdate()
    .execute();
  if (rows.length > MAX_REFERRING) {
    const { entity: name = '', field = '' } = referringOf(reaching.of) ?? {};
    const { title: holder } = entityOf(fieldsOf(entityOf(name))[field]?.['x-ref'] ?? '');
    throw new AppError('state.tooManyReferring', { count: MAX_REFERRING, title: entity.title, holder });
  }
  return rows.map(({ id }) => Number(id));
}
