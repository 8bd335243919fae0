/** Files in fields of records: who may read a file, and which files a record may use. */

import type { EntityDefinition, Field } from '../../../../generated/definition.ts';
import { fieldAccess } from '../../../../runtime/core/access/fieldAccess.ts';
import { entityRegistry } from '../../../../runtime/core/definitions/entities.ts';
import { isObject } from '../../../../runtime/core/object.ts';
import { fieldsFinder } from '../../../../runtime/core/rules/fieldsFinder.ts';
import { problemMessage } from '../../../../runtime/fieldTypes/fieldMessage.ts';
import { fieldTypeOf } from '../../../../runtime/fieldTypes/index.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { type Row, trxAny } from '../../../platform/db/tables/anyTable.ts';
import { AppError, type FieldError } from '../../../platform/errors/errors.ts';
import type { Caller } from '../../access/asker.ts';
import { recordWhere } from '../../access/recordScope.ts';
import type { CallContext } from '../../context.ts';

const STORED = /^\/admin\/sys-file\/(t\d{1,10}\/[a-z0-9]{32}(?:\.[a-z0-9]{1,8})?)(?:#|$)/;

const MB = 1_048_576;
const MAX_MEGABYTES = 50;

interface FileValue {
  /** JSON pointer into the record. */
  pointer: string;
  field: Field;
  value: string;
}

const isFile = (field: Field): boolean => fieldTypeOf(field).isFile === true;

const filesIn = fieldsFinder(isFile);

/** Returns every file in a value, at any depth. */
function filesOf(field: Field, value: unknown, pointer = ''): FileValue[] {
  if (typeof value === 'string' && isFile(field)) return [{ pointer, field, value }];
  if (Array.isArray(value)) {
    const { title, 'x-megabytes': megabytes } = field;
    const item: Field = { 'x-megabytes': megabytes, ...field.items, title: field.items?.title ?? title };
    return value.flatMap((one, index) => filesOf(item, one, `${pointer}/${index}`));
  }
  if (!isObject(value)) return [];
  return filesIn(field).flatMap(([name, child]) => filesOf(child, value[name], `${pointer}/${name}`));
}

/** Returns whether the caller may do the action with the record and sees the field. */
async function isUseSeen(
  trx: Trx,
  caller: Caller,
  use: { entity: string; recordId: number; field: string },
): Promise<boolean> {
  const entity = entityRegistry.get(use.entity);
  if (!entity || fieldAccess(caller, entity, use.field) === 'hidden') return false;
  for (const seeing of ['get', 'list']) {
    let query = trxAny(trx).selectFrom(entity.name).select('id').where('id', '=', use.recordId);
    const where = recordWhere(caller, entity, seeing);
    if (where) query = query.where(where);
    if (await query.executeTakeFirst()) return true;
  }
  return false;
}

/**
 * Returns whether the caller may read a file: as its uploader, or because they see a record with it. A file without a
 * record, such as the picture of a board, belongs to the whole tenant. An attached file is read through its record.
 */
export async function isFileReadable(trx: Trx, caller: Caller, key: string): Promise<boolean> {
  const file = await trx.selectFrom('file').select('createdBy').where('key', '=', key).executeTakeFirst();
  if (!file) return false;
  if (caller.admin || file.createdBy === caller.userId) return true;
  const attached = await trx
    .selectFrom('recordAttachment')
    .select('id')
    .where('fileKey', '=', key)
    .limit(1)
    .executeTakeFirst();
  if (attached) return false;
  const uses = await trx
    .selectFrom('fileUse')
    .select(['entity', 'recordId', 'field'])
    .where('fileKey', '=', key)
    .execute();
  if (uses.length === 0) return true;
  for (const use of uses) if (await isUseSeen(trx, caller, use)) return true;
  return false;
}

/** Returns whether the field accepts a file of this size (V046). */
async function fits(trx: Trx, key: string, field: Field): Promise<boolean> {
  const file = await trx.selectFrom('file').select('size').where('key', '=', key).executeTakeFirst();
  return file !== undefined && file.size <= (field['x-megabytes'] ?? MAX_MEGABYTES) * MB;
}

/**
 * Records the files that a written record uses. Throws if a file does not exist, is too large, or must not be
 * used by the writer.
 */
export async function claimFiles(
  trx: Trx,
  { session, lang }: Pick<CallContext, 'session' | 'lang'>,
  entity: EntityDefinition,
  before: Row,
  record: Row,
): Promise<void> {
  if (filesIn(entity.schema).length === 0) return;
  const known = new Set(filesOf(entity.schema, before).map(({ value }) => value));
  const fresh = filesOf(entity.schema, record).filter(({ value }) => !known.has(value));
  if (fresh.length === 0) return;
  const errors: FieldError[] = [];
  const lines = [];
  for (const { pointer, field, value } of fresh) {
    const fileKey = STORED.exec(value)?.[1];
    if (fileKey && (await isFileReadable(trx, session, fileKey)) && (await fits(trx, fileKey, field))) {
      const name = pointer.split('/')[1] ?? '';
      lines.push({
        tenantId: session.tenantId,
        fileKey,
        entity: entity.name,
        recordId: Number(record.id),
        field: name,
      });
    } else errors.push({ field: pointer, msg: problemMessage(field, 'format', value, lang) });
  }
  if (errors.length > 0) throw new AppError('http.invalid', {}, { errors });
  await trx
    .insertInto('fileUse')
    .values(lines)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
