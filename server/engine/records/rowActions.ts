/** Adds handover and sharing to records, if the user's rights allow these actions. */
import type { PublicRecord } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { areMovesLocked } from '../../../runtime/core/rules/states.ts';
import type { Caller } from '../access/asker.ts';
import { recordScope, recordWhere } from '../access/recordScope.ts';
import type { RowAction } from '../entities/list/rowActions.ts';

function publishAction({ states }: Entity, { in: opened }: PublicRecord, action: RowAction): RowAction {
  const field = states?.field ?? '';
  return { ...action, reads: [field], allows: (record) => opened.some((state) => state === record[field]) };
}

export function givingActions(entity: Entity, caller: Caller): readonly RowAction[] {
  const action = (name: string): RowAction => ({ name, where: recordWhere(caller, entity, name) });
  const may = (name: string): boolean => recordScope(caller, entity, name) !== null;
  const { approval } = entity;
  const free: Partial<RowAction> = approval
    ? { reads: [approval.field], allows: (record) => !areMovesLocked(entity, record) }
    : {};
  return [
    ...(entity.handover && may('handover') ? [{ ...action('handover'), ...free }] : []),
    ...(entity.share && may('share') ? [action('share')] : []),
    ...(entity.public && may('publish') ? [publishAction(entity, entity.public, action('publish'))] : []),
  ];
}
