/** Finds the records of a documented call. */
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { trxAny } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { CallContext } from '../context.ts';
import { fieldsWhere } from '../entities/list/selection.ts';
import { bodyOf, type MappedInput, readSources, type Sources } from './sources.ts';

/** Reads the id from the path, the query or the body. */
export function readId(input: MappedInput): number {
  const id = Number(input.path?.id ?? input.query?.id ?? bodyOf(input).id);
  if (!Number.isSafeInteger(id) || id < 1) throw new AppError('http.notFound');
  return id;
}

/**
 * Finds the id of the single record that the call names. The action checks the permission later. Throws 404 if there
 * is no such record, or more than one.
 */
export async function findId(
  entity: Entity,
  by: Sources | undefined,
  input: MappedInput,
  { db, session }: CallContext,
): Promise<number> {
  if (!by) return readId(input);
  const where = fieldsWhere(entity, session, readSources(by, input, session));
  const rows = (await db.tenant(session.tenantId, (trx) =>
    trxAny(trx).selectFrom(entity.name).select('id').where(where).limit(2).execute(),
  )) as { id: number }[];
  const [row, ...others] = rows;
  if (!row || others.length > 0) throw new AppError('http.notFound');
  return Number(row.id);
}
