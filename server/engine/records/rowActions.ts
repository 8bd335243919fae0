/** Records may be handed over and shared by whoever their rights let do so. */
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { approvalHolding } from '../../../runtime/core/states.ts';
import type { Asker } from '../access/asker.ts';
import { recordScope, recordWhere } from '../access/recordScope.ts';
import type { RowAction } from '../entities/rowActions.ts';

export function givingActions(entity: Entity, asker: Asker): readonly RowAction[] {
  const action = (name: string): RowAction => ({ name, where: recordWhere(asker, entity, name) });
  const may = (name: string): boolean => recordScope(asker, entity, name) !== null;
  const { approval } = entity;
  const free: Partial<RowAction> = approval
    ? { reads: [approval.field], allows: (record) => approvalHolding(entity, record) === null }
    : {};
  return [
    ...(entity.handover && may('handover') ? [{ ...action('handover'), ...free }] : []),
    ...(entity.share && may('share') ? [action('share')] : []),
  ];
}
