/** Updates the computed fields of lines that depend on their record or on each other. */
import type { EntityDefinition } from '../../../../generated/definition.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { type Row, trxAny } from '../../../platform/db/tables/anyTable.ts';
import { noteWritten } from '../../derived/rollups.ts';
import { fieldsOf } from '../columns.ts';
import { toStoredRow } from '../values.ts';
import { same } from '../write/storedEqual.ts';
import { writerOf } from '../write/valueStep.ts';
import { allColumns } from '../write/writableColumns.ts';
import type { WriteStep } from '../write/writeStep.ts';

export type FollowStep = Pick<WriteStep, 'session' | 'lang' | 'zone'>;

/** Returns the computed fields of an entity whose values differ from the stored ones. */
export const listChangedFigures = (entity: EntityDefinition, values: Values, stored: Values): string[] =>
  Object.entries(fieldsOf(entity)).flatMap(([name, field]) =>
    field['x-computed'] && !same(values[name], stored[name]) ? [name] : [],
  );

/** Stores the computed fields of lines, in the stored order of the lines. */
export async function followLines(
  trx: Trx,
  step: FollowStep,
  child: EntityDefinition,
  stored: readonly Row[],
  settled: readonly Values[],
): Promise<void> {
  for (const [index, before] of stored.entries()) {
    const line = settled[index] ?? {};
    const changed = listChangedFigures(child, line, before);
    if (changed.length === 0) continue;
    const [after] = (await trxAny(trx)
      .updateTable(child.name)
      .set(toStoredRow(child, line, changed))
      .where('id', '=', before.id)
      .returning(allColumns(child))
      .execute()) as Row[];
    const figures = Object.fromEntries(changed.map((name) => [name, before[name]]));
    noteWritten(trx, writerOf(step), child, [{ before: { ...after, ...figures }, after: after! }]);
  }
}
