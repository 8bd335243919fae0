/** Conditions and expressions that are always true, or compute nothing, are reported with the correct form. */
import { describe, expect, it } from 'vitest';
import { COSTS, EXTRA, field, figure, NAME, problemsOf, text } from '../rackWith.ts';

describe('a wrong rule is reported at its place with the correction', () => {
  it.each<[string, string, unknown, string, RegExp]>([
    [
      'a rule that is no yes or no',
      '/schema/x-rules',
      [{ check: 'cells + 1', at: 'cells', text }],
      '/schema/x-rules/0/check',
      /does not result in yes or no: use a comparison/,
    ],
    [
      'a rule that compares an amount with a time',
      '/schema/x-rules',
      [{ check: 'price < $today', at: 'price', text }],
      '/schema/x-rules/0/check',
      /different kinds/,
    ],
    [
      'a rule at no field',
      '/schema/x-rules',
      [{ check: 'cells < 1', at: 'cell', text }],
      '/schema/x-rules/0/at',
      /use "cells"/,
    ],
    [
      'a rule of a line over nothing in the record around it',
      '/schema/properties/lines/items/x-rules',
      [{ check: 'cost < $parent.prices', at: 'cost', text }],
      '/schema/properties/lines/items/x-rules/0/check',
      /"prices" is not a field that this expression can read: use "price"/,
    ],
    [
      'a condition over no field',
      `${NAME}/x-visible`,
      'cell >= 3',
      `${NAME}/x-visible`,
      /"cell" is not a field that this expression can read: use "cells"/,
    ],
    [
      'a condition over nothing in the context',
      `${NAME}/x-enabled`,
      'not $historical',
      `${NAME}/x-enabled`,
      /"\$historical" is not a field that this expression can read: use \$saved/,
    ],
    [
      'a condition by a value that is none',
      `${NAME}/x-required`,
      "level = 'C'",
      `${NAME}/x-required`,
      /'C' is not a value of this field: use one of A, B/,
    ],
    [
      'a condition that compares two fields',
      `${NAME}/x-visible`,
      'cells > name',
      `${NAME}/x-visible`,
      /a condition compares a field with a fixed value/,
    ],
    [
      'a name by itself that is neither yes nor no',
      `${NAME}/x-visible`,
      "level = 'A' and cells",
      `${NAME}/x-visible`,
      /"cells" is not a yes or no: compare it with a value/,
    ],
    [
      'a choice that there is not',
      '/schema/x-rules',
      [{ check: "level != 'C'", at: 'level', text }],
      '/schema/x-rules/0/check',
      /'C' is not a value of this field: use one of A, B/,
    ],
    [
      'an amount as a text',
      `${NAME}/x-visible`,
      'price = 500',
      `${NAME}/x-visible`,
      /asks whether an amount equals a figure/,
    ],
    [
      'a condition that a text always meets',
      `${NAME}/x-visible`,
      'level >= 3',
      `${NAME}/x-visible`,
      /different kinds/,
    ],
    [
      'a function that is none',
      EXTRA,
      figure('totl(cells, 1)'),
      `${EXTRA}/x-computed`,
      /there is no function "totl": use/,
    ],
    [
      'an expression over no field',
      EXTRA,
      figure('cell + 1'),
      `${EXTRA}/x-computed`,
      /"cell" is not a field that this expression can read: use "cells"/,
    ],
    [
      'an expression over no field of a line',
      EXTRA,
      figure('reduce(lines, accumulator + current.costs, 0)'),
      `${EXTRA}/x-computed`,
      /"current.costs" is not a field that this expression can read: use "cost"/,
    ],
    [
      'an operator without its operands',
      EXTRA,
      figure('split(cells, 2)'),
      `${EXTRA}/x-computed`,
      /"split" takes 3–4 operands/,
    ],
    [
      'figures from a text',
      EXTRA,
      figure('name * 2'),
      `${EXTRA}/x-computed`,
      /"\*" needs a figure, and this is not one/,
    ],
    [
      'a list that is none',
      EXTRA,
      figure('reduce(cells, 1, 0)'),
      `${EXTRA}/x-computed`,
      /needs a list, and this is not one/,
    ],
    [
      'days that are not counted between dates',
      EXTRA,
      figure("dateDiff(name, '2026-01-01')"),
      `${EXTRA}/x-computed`,
      /"dateDiff" needs a date, and this is not one/,
    ],
    [
      'minutes that are not counted between moments',
      EXTRA,
      figure("dateDiff('2026-01-01', name, 'minute')"),
      `${EXTRA}/x-computed`,
      /"dateDiff" needs a date-time, and this is not one/,
    ],
    [
      'a sum over no field of the lines',
      EXTRA,
      figure('sum(lines.costs)'),
      `${EXTRA}/x-computed`,
      /"costs" is not a field that this expression can read: use "cost"/,
    ],
    [
      'an amount that is allocated by no list',
      EXTRA,
      field({ format: 'money', 'x-computed': 'allocate(price, name.cost)' }),
      `${EXTRA}/x-computed`,
      /needs a list, and this is not one/,
    ],
    [
      'a date that is moved by no unit',
      EXTRA,
      field({ format: 'date', 'x-computed': "dateAdd('2026-01-01', 1, 'monht')" }),
      `${EXTRA}/x-computed`,
      /use "month"/,
    ],
    [
      'an amount that is computed as a number',
      EXTRA,
      figure('price * cells'),
      `${EXTRA}/type`,
      /computed from amounts: set "type": "string", "format": "money"/,
    ],
    [
      'a sum of amounts that is computed as a number',
      EXTRA,
      figure('reduce(lines, accumulator + current.cost, 0)'),
      `${EXTRA}/type`,
      /computed from amounts/,
    ],
    [
      'a division of an amount without its rounding',
      EXTRA,
      field({ format: 'money', 'x-computed': 'price / cells' }),
      `${EXTRA}/x-computed`,
      /use round\(…, 2\)/,
    ],
    [
      'a currency by no field',
      EXTRA,
      field({ format: 'money', 'x-currency': 'levle' }),
      `${EXTRA}/x-currency`,
      /"levle" is not a text field.* use "level"/,
    ],
    [
      'a currency of what is no amount',
      EXTRA,
      field({ 'x-currency': 'level' }),
      `${EXTRA}/x-currency`,
      /set "format": "money" beside it/,
    ],
  ])('%s', (_, path, value, pointer, message) => {
    const problems = problemsOf(path, value);
    expect(problems.map((one) => one.pointer)).toEqual([pointer]);
    expect(problems[0]?.message).toMatch(message);
    expect(problems[0]?.zh).toMatch(/[一-龥]/);
    expect(`${problems[0]?.message} ${problems[0]?.zh}`).not.toMatch(/undefined|\[object|\{\w+\}/);
  });

  it('amounts without the currency field of another amount of the record', () => {
    const problems = problemsOf(EXTRA, field({ format: 'money', 'x-currency': 'level' }));
    expect(problems.map(({ pointer }) => pointer)).toEqual([
      '/schema/properties/price',
      '/schema/properties/lines/items/properties/cost',
    ]);
    expect(problems[0]?.message).toMatch(/amount without a currency/);
  });

  it('a valid rule is not reported', () => {
    const share = `round(price / reduce(lines, ${COSTS}, 0), 4)`;
    expect(problemsOf(EXTRA, figure(share))).toEqual([]);
    const each = 'round(price / default(cells, 1), 2)';
    expect(problemsOf(EXTRA, field({ format: 'money', 'x-computed': each }))).toEqual([]);
    const dear = 'if(some(lines, cost > 100), price, 0)';
    expect(problemsOf(EXTRA, field({ format: 'money', 'x-computed': dear }))).toEqual([]);
    const outer = 'map(lines, cost > $parent.price)';
    const flags = { type: 'array', title: text, items: { type: 'boolean' }, 'x-computed': outer };
    expect(problemsOf(EXTRA, flags)).toEqual([]);
  });
});

it('a computed field does not reveal data without permission', () => {
  const hidden = { secret: { type: 'number', title: text, 'x-permission': 'batteryRack:cost' } };
  const pointersOf = (computed: string, more: object = {}, fields: object = hidden) => {
    const value = { type: 'number', title: text, readOnly: true, 'x-computed': computed, ...more };
    return problemsOf(EXTRA, value, {}, [], fields).map(({ pointer, message }) => `${pointer} ${message}`);
  };
  const refused = expect.stringMatching(
    /^\/schema\/properties\/extra\/x-computed.* permission of "secret" hides/,
  );
  expect(pointersOf('cells - secret')).toEqual([refused]);
  expect(pointersOf('cells - secret', { 'x-permission': 'batteryRack:cost' })).toEqual([]);
  const ofLines = { parts: { type: 'array', title: text, items: { type: 'object', properties: hidden } } };
  expect(pointersOf('sum(parts.secret)', {}, ofLines)).toContainEqual(refused);
  expect(pointersOf('length(filter(parts, secret > 1))', {}, ofLines)).toContainEqual(refused);
});
