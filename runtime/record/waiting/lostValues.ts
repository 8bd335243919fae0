import type { EntityDefinition } from '../../../generated/definition.ts';
import type { Values } from '../../core/rules/rule.ts';

/** Names what was entered into fields that the entity has no more, by their names and in plain words. */
export const lostValues = (
  { schema }: Pick<EntityDefinition, 'schema'>,
  values: Values,
): [name: string, value: string][] =>
  Object.entries(values)
    .filter(([name, value]) => !schema.properties?.[name] && value !== null && value !== '')
    .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]);
