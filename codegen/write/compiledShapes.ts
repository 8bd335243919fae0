/** Returns the compiled forms of texts, by the meta schemas of the texts. Programs read definitions in this form. */
import type { JSONSchema } from 'json-schema-to-typescript';

const PLAIN: JSONSchema = { type: ['string', 'number', 'boolean'] };
const PLAINS: JSONSchema = { type: 'array', minItems: 1, items: PLAIN };
const closed = (properties: Record<string, JSONSchema>, required?: string[]): JSONSchema => ({
  type: 'object',
  properties,
  ...(required ? { required } : {}),
  additionalProperties: false,
});

export const COMPILED: Readonly<Record<string, JSONSchema>> = {
  expression: { title: 'Expression', description: 'JSON Logic.', type: 'object', additionalProperties: true },
  value: { description: 'JSON Logic, or the value itself.', tsType: 'unknown' },
  condition: {
    title: 'Condition',
    description: 'A JSON Schema that the containing object (plus $context) must match.',
    type: 'object',
    additionalProperties: true,
  },
  where: {
    title: 'RollupWhere',
    description: 'A JSON Schema of constants that a record must match to be taken.',
    ...closed(
      {
        properties: {
          type: 'object',
          additionalProperties: {
            title: 'RollupValue',
            ...closed({
              const: PLAIN,
              enum: PLAINS,
              not: { title: 'RollupOther', ...closed({ enum: PLAINS }, ['enum']) },
            }),
          },
        },
      },
      ['properties'],
    ),
  },
  wanted: {
    title: 'Wanted',
    description:
      'A fixed value, a list of which one is enough, or the value of a field beside this one or of the record around its line.',
    oneOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
      { ...PLAINS },
      closed({ var: { type: 'string' } }, ['var']),
    ],
  },
};
