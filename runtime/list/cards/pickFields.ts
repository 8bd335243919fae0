import type { EntityDefinition } from '../../../generated/definition.ts';

/** A card shows the record's name and as many fields as fit below it. */
const CARD_FIELDS = 4;

/** Picks the fields of a card: the first ones, and the record's state wherever it is in the list. */
export function pickFields(
  { states, approval }: Pick<EntityDefinition, 'states' | 'approval'>,
  columns: readonly string[],
): string[] {
  const first = columns.slice(0, CARD_FIELDS);
  const state = states?.field ?? approval?.field;
  return state !== undefined && columns.indexOf(state) >= CARD_FIELDS ? [...first, state] : first;
}
