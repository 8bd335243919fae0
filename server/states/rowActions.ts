/** The moves of each record, and what an approval leaves to be done with it. */
import type { Transition } from '../../generated/definition.ts';
import type { Entity } from '../../runtime/core/definitions/entities.ts';
import { approval_holding, transition_action, transition_refusal } from '../../runtime/core/states.ts';
import { type Asker, record_scope, record_where } from '../access/index.ts';
import { fields_of } from '../entities/columns.ts';
import type { RowAction } from '../entities/rowActions.ts';

/** The states from which a record may be sent through its approval. */
export const SUBMITTABLE: readonly unknown[] = ['draft', 'rejected'];

function move_action(entity: Entity, asker: Asker, transition: Transition, field: string): RowAction {
  const context = { userId: asker.userId, now: new Date().toISOString() };
  return {
    name: transition.name,
    where: record_where(asker, entity, transition_action(entity, transition)),
    allows: (record) =>
      approval_holding(entity, record) === null &&
      transition_refusal(entity, transition, record, context) === null,
    // A guard may ask for any field of the record.
    reads: transition.guard ? Object.keys(fields_of(entity)) : [field],
  };
}

export function flow_actions(entity: Entity, asker: Asker): readonly RowAction[] {
  const { states, approval } = entity;
  const may = (action: string) => record_scope(asker, entity, action) !== null;
  const moves = (states?.transitions ?? [])
    .filter((transition) => may(transition_action(entity, transition)))
    .map((transition) => move_action(entity, asker, transition, states!.field));
  if (!approval) return moves;
  const reads = [approval.field];
  const free = ['update', 'delete'].map((name) => ({
    ...{ name, where: null, reads, narrows: true },
    allows: (record: Readonly<Record<string, unknown>>) => approval_holding(entity, record) === null,
  }));
  const submit = may('update')
    ? [
        {
          name: 'submit',
          where: record_where(asker, entity, 'update'),
          reads,
          allows: (record: Readonly<Record<string, unknown>>) => SUBMITTABLE.includes(record[approval.field]),
        },
      ]
    : [];
  return [...moves, ...free, ...submit];
}
