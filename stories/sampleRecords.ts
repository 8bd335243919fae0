/** Returns records like the ones of a tenant. They are similar but not equal, so that a list looks realistic. */
import type { EntityDefinition, Field } from '../generated/definition.ts';
import { dictionaries } from '../generated/dictionaries.ts';
import { listMoves } from '../runtime/core/rules/states.ts';
import { fieldTypeOf } from '../runtime/fieldTypes/index.ts';
import { sampleValue } from './sampleValue.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-21T08:30:00Z');

function varied(field: Field, index: number): unknown {
  const options =
    field['x-options'] ??
    (dictionaries as Record<string, { entries: { value: unknown }[] }>)[field['x-dictionary'] ?? '']?.entries;
  if (options && field.type !== 'array') return options[index % options.length]?.value;
  if (field.format) return fieldTypeOf(field).makeSample(index);
  if (field.type === 'number' || field.type === 'integer')
    return field['x-ref'] ? (index % 2) + 1 : Math.min(field.maximum ?? 5000, (index * 37) % 5000);
  if (field.type === 'boolean') return index % 3 !== 0;
  const value = sampleValue(field);
  return typeof value === 'string' && !field.format && !field['x-ref'] ? `${value} ${index + 1}` : value;
}

const sampleMarks = (marks: NonNullable<EntityDefinition['marks']>, index: number) =>
  Object.fromEntries(
    marks.map(({ name, count }, at) => {
      const on = (index + at) % 3 === 0;
      return [name, { on, ...(count ? { count: (index % 5) + Number(on) } : {}) }];
    }),
  );

export function sampleRecords(entity: EntityDefinition, count: number, from = 0) {
  const fields = Object.entries(entity.schema.properties ?? {}).filter(([, field]) => !field.writeOnly);
  return Array.from({ length: count }, (_, at) => {
    const index = from + at;
    const moment = new Date(START - index * DAY_MS).toISOString();
    return {
      ...Object.fromEntries(fields.map(([name, field]) => [name, varied(field, index)])),
      id: index + 1,
      version: 1,
      createdAt: moment,
      updatedAt: moment,
      _actions: ['update', 'delete', ...listMoves(entity).map(({ name }) => name)],
      ...(entity.marks ? { _marks: sampleMarks(entity.marks, index) } : {}),
    };
  });
}
