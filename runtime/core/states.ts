/** A record moves between its states by the same rules in the browser and on the server. */
import type { EntityDefinition, Text, Transition } from '../../generated/definition.ts';
import { conditionHolds, type Values } from './rule.ts';

/** The context that the guard of a transition sees beside the record. */
export interface MoveContext {
  userId: number;
  now: string;
}

/** Why a record cannot make a move: it is in another state, or the guard does not hold. */
export type Refusal = { why: 'from' } | { why: 'guard'; text: Text };

const GUARD_TEXT: Text = { zh: '记录尚不满足条件', en: 'the record does not meet the condition yet' };

export function transitionPermission(entity: EntityDefinition, { name, permission }: Transition): string {
  return permission ?? `${entity.name}:${name}`;
}

/** The action that the permission names: the part behind the entity's name. */
export const transitionAction = (entity: EntityDefinition, transition: Transition): string =>
  transitionPermission(entity, transition).slice(entity.name.length + 1);

export function transitionRefusal(
  entity: EntityDefinition,
  { from, guard, guardText }: Transition,
  record: Values,
  context: MoveContext,
): Refusal | null {
  const state = record[entity.states?.field ?? ''];
  if (!from.some((candidate) => candidate === state)) return { why: 'from' };
  const holds = !guard || conditionHolds(guard, guardRecord(record), { ...context });
  return holds ? null : { why: 'guard', text: guardText ?? GUARD_TEXT };
}

/** An empty column counts as absent, as in a form. */
function guardRecord(record: Values): Values {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== ''));
}

/** The moves that lead away from the record's state. */
export function transitionsFrom(entity: EntityDefinition, record: Values): readonly Transition[] {
  const state = record[entity.states?.field ?? ''];
  return (entity.states?.transitions ?? []).filter(({ from }) =>
    from.some((candidate) => candidate === state),
  );
}

/** The fields that only a transition or an approval moves, each with what a new record has there. */
export function ownedFields({ states, approval }: EntityDefinition): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>([
    ...(states ? [[states.field, states.initial] as const] : []),
    ...(approval ? [[approval.field, 'draft'] as const] : []),
  ]);
}

/** The states in which a record stays what people see while they decide, or what they agreed to. */
const HELD: readonly unknown[] = ['pending', 'agreed'];

export function approvalHolding({ approval }: EntityDefinition, record: Values): 'pending' | 'agreed' | null {
  const state = approval && record[approval.field];
  return HELD.includes(state) ? (state as 'pending' | 'agreed') : null;
}
