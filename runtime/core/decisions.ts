/** Records that wait for a decision: they are in a state from which one of the moves that decide leads on. */
import type { EntityDefinition, Transition } from '../../generated/definition.ts';
import { transitionPermission } from './rules/states.ts';

/** The moves of the entity that decide, of those that a person may make. */
export function movesDeciding(entity: EntityDefinition, can: (permission: string) => boolean): Transition[] {
  const { decided = [], transitions = [] } = entity.states ?? {};
  return transitions.filter((one) => decided.includes(one.name) && can(transitionPermission(entity, one)));
}

/** The states in which its records wait for a person who may make these moves. */
export const statesWaiting = (moves: readonly Transition[]): (string | number)[] => [
  ...new Set(moves.flatMap(({ from = [] }) => from)),
];
