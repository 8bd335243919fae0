import type { EntityDefinition } from '../../../generated/definition.ts';
import type { Values } from '../../core/rules/rule.ts';

/** Returns the input of removed fields by name, as plain text. */
export const lostValues = (
  { schema }: Pick<EntityDefinition, 'schema'>,
  values: Values,
): [name: string, value: string][] =>
  Object.entries(values)
    .filter(([name, value]) => !schema.properties?.[name] && value !== null && value !== '')
    .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]);
