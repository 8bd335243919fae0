/** Records that wait for a decision. They are in a state from which a deciding move leads on. */
import type { EntityDefinition, Transition } from '../../generated/definition.ts';
import { transitionPermission } from './rules/states.ts';

/** Returns the deciding moves of the entity that a user may make. */
export function movesDeciding(entity: EntityDefinition, can: (permission: string) => boolean): Transition[] {
  const { decided = [], transitions = [] } = entity.states ?? {};
  return transitions.filter((one) => decided.includes(one.name) && can(transitionPermission(entity, one)));
}

/** Returns the states in which records wait for a user who may make these moves. */
export const statesWaiting = (moves: readonly Transition[]): (string | number)[] => [
  ...new Set(moves.flatMap(({ from = [] }) => from)),
];
