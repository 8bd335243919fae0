import type { Compilable } from 'kysely';
import type { EntityDefinition } from '../../../../generated/definition.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { type Row, trxAny } from '../../../platform/db/tables/anyTable.ts';
import { personOf } from '../../access/asker.ts';
import { numberAtOnce } from '../../derived/numberAtOnce.ts';
import { pinyinValues } from '../pinyin.ts';
import { toStoredRow } from '../values.ts';
import { allColumns } from './writableColumns.ts';
import type { WriteStep } from './writeStep.ts';

/**
 * Builds the statement that stores a new record. The statement also assigns the number, if this needs no later step.
 */
export async function insertQuery(
  trx: Trx,
  ctx: WriteStep,
  entity: EntityDefinition,
  values: Values,
  { own, isAlone }: { own: readonly string[]; isAlone: boolean },
): Promise<Compilable<Row>> {
  const { session } = ctx;
  const numbering = isAlone ? numberAtOnce(ctx, entity, values) : null;
  return (numbering ? trxAny(trx).with('taken', () => numbering.move) : trxAny(trx))
    .insertInto(entity.name)
    .values({
      ...toStoredRow(entity, values, own),
      ...(await pinyinValues(entity, values)),
      ...(numbering && { [numbering.field]: numbering.number }),
      tenantId: session.tenantId,
      createdBy: personOf(session),
      updatedBy: personOf(session),
    })
    .returning(allColumns(entity));
}
