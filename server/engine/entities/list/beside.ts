/** Adds the names of references and the reader's marks to complete records. */
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import type { Row } from '../../../platform/db/tables/anyTable.ts';
import type { CallContext } from '../../context.ts';
import { attachLabels } from '../labels.ts';
import { attachMarks } from '../marks.ts';

export async function attachBeside(
  ctx: Pick<CallContext, 'db' | 'session' | 'lang'>,
  entity: Entity,
  records: readonly Row[],
): Promise<void> {
  await attachLabels(ctx, entity, records);
  await attachMarks(ctx, entity, records);
}
