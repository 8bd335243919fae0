/** Tests for every move of every entity that the decision depends only on the fields that are listed as read. */
import { describe, expect, it } from 'vitest';
import type { EntityDefinition, Field, Transition } from '../../../../../generated/definition.ts';
import { entityRegistry } from '../../../../../runtime/core/definitions/entities.ts';
import { listMoves, transitionRefusal } from '../../../../../runtime/core/rules/states.ts';
import { fieldsRead } from '../../../../../server/engine/states/fieldsRead.ts';

const CONTEXT = { userId: 1, now: '2026-03-01T08:00:00.000Z' };
const RECORDS = 60;

/** Values of a field that conditions compare: its choices, and others of its type. */
function valuesOf(field: Field): unknown[] {
  const choices = (field['x-options'] ?? []).map(({ value }) => value);
  if (choices.length > 0) return [null, ...choices];
  if (field.format === 'date-time') return [null, '2026-01-01T00:00:00.000Z', '2026-12-31T00:00:00.000Z'];
  if (field.format === 'date') return [null, '2026-01-01', '2026-12-31'];
  if (field.format === 'money') return [null, '0.00', '12.50'];
  if (field.type === 'array') return [null, [], [{ id: 1 }]];
  if (field.type === 'boolean') return [null, true, false];
  if (field.type === 'integer' || field.type === 'number') return [null, 0, 1, 100];
  return [null, '', 'text'];
}

/** Returns record `seed`. Each field takes its values in another order. */
const recordOf = ({ schema }: EntityDefinition, seed: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, field], at) => {
      const values = valuesOf(field);
      return [name, values[(seed * (at + 1) + Math.floor(seed / 7)) % values.length]];
    }),
  );

const decided = entityRegistry.all().flatMap((entity) =>
  listMoves(entity)
    .filter(({ guard, rules }) => guard !== undefined || rules !== undefined)
    .map(({ from: _, ...move }) => ({ entity, move, name: `${entity.name}.${move.name}` })),
);

describe('the fields that a transition reads', () => {
  it('are known for every transition', () => {
    expect(decided.length).toBeGreaterThan(50);
    expect(decided.filter(({ move }) => fieldsRead(move) === null).map(({ name }) => name)).toEqual([]);
  });

  it('lead to the same decision as the whole record', () => {
    for (const { entity, move, name } of decided) {
      const names = fieldsRead(move) ?? [];
      for (let seed = 0; seed < RECORDS; seed += 1) {
        const record = recordOf(entity, seed);
        const read = Object.fromEntries(names.map((one) => [one, record[one]]));
        const [whole, part] = [record, read].map((one) => transitionRefusal(entity, move, one, CONTEXT));
        expect(part, `${name} ${seed}`).toEqual(whole);
      }
    }
  });

  const move = (more: Partial<Transition>): Transition => ({
    name: 'go',
    title: { zh: '', en: '' },
    ...more,
  });

  it('come from conditions at any depth', () => {
    const guard = {
      anyOf: [
        { required: ['a'] },
        { not: { properties: { b: { const: 1 }, $context: { required: ['userId'] } } } },
      ],
    };
    const rules = [
      { check: { '>': [{ var: 'c.d' }, { var: '$context.userId' }] }, text: { zh: '', en: '' } },
    ];
    expect(fieldsRead(move({ guard, rules }))).toEqual(['a', 'b', 'c']);
  });

  it('may be any if a keyword or a name requires it', () => {
    expect(fieldsRead(move({ guard: { minProperties: 2 } }))).toBeNull();
    const check = { all: [{ var: 'lines' }, { var: '' }] };
    expect(fieldsRead(move({ rules: [{ check, text: { zh: '', en: '' } }] }))).toBeNull();
  });
});
