/** Finds records that wait for a decision: records in a state with a deciding transition. */
import type { EntityDefinition, Transition } from '../../generated/definition.ts';
import { transitionPermission } from './rules/states.ts';

/** Returns the entity's deciding transitions that a user may make. */
export function movesDeciding(entity: EntityDefinition, can: (permission: string) => boolean): Transition[] {
  const { decided = [], transitions = [] } = entity.states ?? {};
  return transitions.filter((one) => decided.includes(one.name) && can(transitionPermission(entity, one)));
}

/** Returns the states from which these transitions lead. */
export const statesWaiting = (moves: readonly Transition[]): (string | number)[] => [
  ...new Set(moves.flatMap(({ from = [] }) => from)),
];
