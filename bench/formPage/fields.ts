import type { RJSFSchema } from '@rjsf/utils';
import type { Field } from '../../generated/definition.ts';

/** Makes texts, numbers, switches and lists in turn. Every tenth field depends on another one. */
export function makeFields(count: number): { field: Field; pure: RJSFSchema } {
  const properties: Record<string, Field> = {};
  const pure: Record<string, RJSFSchema> = {};
  for (let index = 0; index < count; index++) {
    const name = `field${index}`;
    const { field, schema } = kinds[index % kinds.length]!;
    const title = `Field ${index}`;
    const condition = index % 10 === 9 ? { 'x-visible': { not: { required: ['none'] } } } : {};
    properties[name] = { ...field, ...condition, title: { zh: title, en: title } };
    pure[name] = { ...schema, title };
  }
  return {
    field: { type: 'object', properties },
    pure: { type: 'object', properties: pure },
  };
}

const options = ['a', 'b', 'c', 'd', 'e', 'f'];
const kinds: { field: Field; schema: RJSFSchema }[] = [
  { field: { type: 'string', maxLength: 100 }, schema: { type: 'string', maxLength: 100 } },
  { field: { type: 'string', maxLength: 100 }, schema: { type: 'string', maxLength: 100 } },
  { field: { type: 'number', minimum: 0 }, schema: { type: 'number', minimum: 0 } },
  {
    field: {
      type: 'string',
      'x-options': options.map((value) => ({ value, title: { zh: value, en: value } })),
    },
    schema: { type: 'string', enum: options },
  },
  { field: { type: 'boolean' }, schema: { type: 'boolean' } },
];
