import type { EntityDefinition } from '../../../generated/definition.ts';

/** Maximum number of fields below the name. */
const CARD_FIELDS = 4;

/** Returns the fields of a card: the first ones, and the state field in any position. */
export function pickFields(
  { states, approval }: Pick<EntityDefinition, 'states' | 'approval'>,
  columns: readonly string[],
): string[] {
  const first = columns.slice(0, CARD_FIELDS);
  const state = states?.field ?? approval?.field;
  return state !== undefined && columns.indexOf(state) >= CARD_FIELDS ? [...first, state] : first;
}
