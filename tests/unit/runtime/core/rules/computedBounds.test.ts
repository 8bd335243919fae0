/** Computed fields are valid for every value that their form accepts. They are tested at the bounds of each field. */
import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Field } from '../../../../../generated/definition.ts';
import { entities } from '../../../../../generated/entities.ts';
import { isAmount } from '../../../../../runtime/core/numbers/money.ts';
import { conditionalProblems } from '../../../../../runtime/core/rules/fieldProblem.ts';
import type { Values } from '../../../../../runtime/core/rules/rule.ts';
import { completeValues } from '../../../../../runtime/core/rules/values.ts';

const hasComputed = (field: Field): boolean =>
  field['x-computed'] !== undefined ||
  Object.values(field.properties ?? {}).some(hasComputed) ||
  (field.items !== undefined && hasComputed(field.items));

const computing = Object.values(entities).filter(({ schema }) => hasComputed(schema));

const LARGE = 1e9;

/** Returns amounts of the whole range, with negative ones if the field allows them. */
function amounts(field: Field): Arbitrary<unknown> {
  const low = (field.minimum ?? 0) < 0 ? ['-9999999999.99', '-7500.00', '-0.01'] : [];
  return fc.constantFrom('0.00', '0.01', '8500.00', '9999999999.99', ...low);
}

/** Returns the ends of a number's range, and values just inside of them. */
function numbers({ minimum, maximum, exclusiveMinimum, multipleOf, type }: Field): Arbitrary<unknown> {
  const step = multipleOf ?? (type === 'integer' ? 1 : 0.01);
  const low = minimum ?? (exclusiveMinimum === undefined ? -LARGE : exclusiveMinimum + step);
  const high = maximum ?? LARGE;
  const inside = [low, low + step, 0, step, 1, 33.33, high - step, high].map((one) =>
    type === 'integer' ? Math.round(one) : Number((Math.round(one / step) * step).toPrecision(12)),
  );
  return fc.constantFrom(...inside.filter((one) => one >= low && one <= high));
}

function strings(field: Field): Arbitrary<unknown> {
  if (isAmount(field)) return amounts(field);
  if (field.enum) return fc.constantFrom(...field.enum);
  if (field.format === 'date') return fc.constantFrom('2026-01-31', '2026-02-01', '2028-02-29', '1970-01-01');
  if (field.format === 'date-time') return fc.constantFrom('2026-03-29T00:30:00Z', '2026-10-25T01:30:00Z');
  if (field.format === 'time') return fc.constantFrom('00:00', '23:59');
  return fc.constant('x');
}

/** Returns a value of a field, or none. Required fields are also left out, as in an incomplete form. */
function pickedFor(field: Field): Arbitrary<unknown> {
  if (field.properties) return recordOf(field);
  if (field.items?.properties) return fc.array(recordOf(field.items), { maxLength: 4 });
  if (field.type === 'number' || field.type === 'integer') return numbers(field);
  if (field.type === 'boolean') return fc.boolean();
  return field.type === 'string' ? strings(field) : fc.constant(undefined);
}

const recordOf = (field: Field): Arbitrary<Values> =>
  fc.record(
    Object.fromEntries(
      Object.entries(field.properties ?? {})
        .filter(([, child]) => !child['x-computed'])
        .map(([name, child]) => [name, fc.option(pickedFor(child), { nil: undefined, freq: 6 })]),
    ),
  );

const CONTEXT = { now: '2026-03-02T08:00:00Z', today: '2026-03-02', userId: 1 };

/**
 * Only a result that is too large for any field may be refused. The error is at the field, because the input is too
 * large.
 */
const ALLOWED = new Set(['compute.tooLarge']);

describe('the computed fields', () => {
  it.each(computing.map((entity) => [entity.name, entity] as const))('of %s hold', (_, { schema }) => {
    fc.assert(
      fc.property(recordOf(schema), (input) => {
        const values = completeValues(schema, input, CONTEXT);
        const failed = conditionalProblems(schema, values, CONTEXT).filter(
          ({ keyword }) => keyword.startsWith('compute.') && !ALLOWED.has(keyword),
        );
        expect(failed).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('are there', () => expect(computing.length).toBeGreaterThan(10));
});
