/** Copies lines from a referenced record (x-copyInto). Later changes of the source do not affect the copies. */
import { type SqlBool, sql } from 'kysely';
import type { EntityDefinition } from '../../../../generated/definition.ts';
import { fieldAccess } from '../../../../runtime/core/access/fieldAccess.ts';
import { entityOf } from '../../../../runtime/core/definitions/entities.ts';
import {
  type CopyRule,
  copyingsOf,
  copyLines,
  isEmptyRef,
} from '../../../../runtime/core/rules/referenceValues.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { type Row, trxAny } from '../../../platform/db/tables/anyTable.ts';
import type { Caller } from '../../access/asker.ts';
import { same } from '../write/storedEqual.ts';
import { allColumns } from '../write/writableColumns.ts';
import { readShownLines } from './linesShown.ts';
import { readableWhere, type WrittenRecord } from './referenceValues.ts';

/** Returns the referenced record if the caller may read it. */
async function findSource(
  trx: Trx,
  caller: Caller,
  { target, key }: CopyRule,
  value: unknown,
): Promise<Row | undefined> {
  const entity = entityOf(target);
  const readable = readableWhere(caller, entity);
  if (readable === 'none') return undefined;
  let query = trxAny(trx)
    .selectFrom(entity.name)
    .select(allColumns(entity))
    .where((eb) => sql<SqlBool>`${eb.ref(key)}::text = ${String(value)}`);
  if (readable) query = query.where(readable);
  return query.executeTakeFirst();
}

/** Returns the source lines that the caller sees, with the fields that the caller may write in the target. */
async function readCopied(trx: Trx, caller: Caller, copying: CopyRule, child: string, value: unknown) {
  const source = await findSource(trx, caller, copying, value);
  if (!source) return undefined;
  const [shown] = await readShownLines(trx, caller, entityOf(copying.target), [source]);
  const lines = shown?.[copying.theirs];
  if (!Array.isArray(lines)) return undefined;
  const names = (copying.lineFields ?? []).filter(
    (name) => fieldAccess(caller, entityOf(child), name) === 'write',
  );
  return copyLines(names, lines);
}

/** Returns the body with copied lines, if the reference is new or changed. Lines in the body are never replaced. */
export async function copyRefLines(
  trx: Trx,
  caller: Caller,
  { schema }: EntityDefinition,
  { before, body }: WrittenRecord,
): Promise<Values> {
  const wishes = copyingsOf(schema).filter(
    ({ ref, own, lineFields }) =>
      lineFields && body[own] === undefined && !isEmptyRef(body[ref]) && !same(body[ref], before?.[ref]),
  );
  const copied: Values = {};
  for (const copying of wishes) {
    const child = schema.properties?.[copying.own]?.['x-lines']?.entity ?? '';
    const lines = await readCopied(trx, caller, copying, child, body[copying.ref]);
    if (lines) copied[copying.own] = lines;
  }
  return { ...body, ...copied };
}
