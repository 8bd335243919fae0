/** Conditions and expressions that would hold always, or compute nothing, are pointed at with what to write instead. */
import { describe, expect, it } from 'vitest';
import { COSTS, EXTRA, field, figure, NAME, problemsOf, text } from './rackWith.ts';

describe('a wrong rule is pointed at and says what to write instead', () => {
  it.each<[string, string, unknown, string, RegExp]>([
    [
      'a rule that is no yes or no',
      '/schema/x-rules',
      [{ check: { '+': [{ var: 'cells' }, 1] }, at: 'cells', text }],
      '/schema/x-rules/0/check',
      /gives no yes or no: write a comparison/,
    ],
    [
      'a rule that compares an amount with a time',
      '/schema/x-rules',
      [{ check: { '<': [{ var: 'price' }, { var: '$context.today' }] }, at: 'price', text }],
      '/schema/x-rules/0/check/<',
      /different kinds/,
    ],
    [
      'a rule at no field',
      '/schema/x-rules',
      [{ check: { '<': [{ var: 'cells' }, 1] }, at: 'cell', text }],
      '/schema/x-rules/0/at',
      /write "cells"/,
    ],
    [
      'a rule of a line over nothing in the record around it',
      '/schema/properties/lines/items/x-rules',
      [{ check: { '<': [{ var: 'cost' }, { var: '../../prices' }] }, at: 'cost', text }],
      '/schema/properties/lines/items/x-rules/0/check/</1/var',
      /"prices" is not a field that this expression sees: write "price"/,
    ],
    [
      'a condition over no field',
      `${NAME}/x-visible`,
      { properties: { cell: { minimum: 3 } }, required: ['cell'] },
      `${NAME}/x-visible/properties/cell`,
      /"cell" is not a field that this condition sees: write "cells"/,
    ],
    [
      'a condition over nothing in the context',
      `${NAME}/x-enabled`,
      { properties: { $context: { required: ['historical'] } } },
      `${NAME}/x-enabled/properties/$context/required/0`,
      /"historical" is not a field that this condition sees: write saved/,
    ],
    [
      'a condition by a value that is none',
      `${NAME}/x-required`,
      { properties: { level: { const: 'C' } } },
      `${NAME}/x-required/properties/level/const`,
      /"C" is not a value of this field: write one of A, B/,
    ],
    [
      'a condition by no keyword',
      `${NAME}/x-visible`,
      { properties: { cells: { minumum: 3 } } },
      `${NAME}/x-visible/properties/cells/minumum`,
      /not a keyword of conditions: write "minimum"/,
    ],
    [
      'an amount as a text',
      `${NAME}/x-visible`,
      { properties: { price: { const: 500 } } },
      `${NAME}/x-visible/properties/price/const`,
      /compares an amount as a text: write "minimum"/,
    ],
    [
      'a condition that a text always meets',
      `${NAME}/x-visible`,
      { properties: { level: { minimum: 3 } } },
      `${NAME}/x-visible/properties/level/minimum`,
      /says nothing about a value of type string/,
    ],
    [
      'an operator that is none',
      EXTRA,
      figure({ total: [{ var: 'cells' }, 1] }),
      `${EXTRA}/x-computed/total`,
      /"total" is not an operator of expressions: write/,
    ],
    [
      'an expression over no field',
      EXTRA,
      figure({ '+': [{ var: 'cell' }, 1] }),
      `${EXTRA}/x-computed/+/0/var`,
      /"cell" is not a field that this expression sees: write "cells"/,
    ],
    [
      'an expression over no field of a line',
      EXTRA,
      figure({ reduce: [{ var: 'lines' }, { '+': [{ var: 'accumulator' }, { var: 'current.costs' }] }, 0] }),
      `${EXTRA}/x-computed/reduce/1/+/1/var`,
      /"current.costs" is not a field that this expression sees: write "cost"/,
    ],
    [
      'an operator without its operands',
      EXTRA,
      figure({ '/': [{ var: 'cells' }] }),
      `${EXTRA}/x-computed/~1`,
      /"\/" takes 2 operands/,
    ],
    [
      'figures from a text',
      EXTRA,
      figure({ '*': [{ var: 'name' }, 2] }),
      `${EXTRA}/x-computed/*/0`,
      /"\*" takes figures, and this is none/,
    ],
    [
      'a list that is none',
      EXTRA,
      figure({ reduce: [{ var: 'cells' }, 1, 0] }),
      `${EXTRA}/x-computed/reduce/0`,
      /looks at a list, and this is none/,
    ],
    [
      'two operators at once',
      EXTRA,
      figure({ '+': [1, 2], '-': [1, 2] }),
      `${EXTRA}/x-computed`,
      /write one operator with its operands/,
    ],
    [
      'days that are not counted between dates',
      EXTRA,
      figure({ dateDiff: [{ var: 'name' }, '2026-01-01'] }),
      `${EXTRA}/x-computed/dateDiff/0`,
      /"dateDiff" takes dates, and this is none/,
    ],
    [
      'a sum over no field of the lines',
      EXTRA,
      figure({ sum: [{ var: 'lines' }, 'costs'] }),
      `${EXTRA}/x-computed/sum`,
      /"costs" is not a field that this expression sees: write "cost"/,
    ],
    [
      'an amount that is allocated by no list',
      EXTRA,
      field({ format: 'money', 'x-computed': { allocate: [{ var: 'price' }, { var: 'name' }, 'cost'] } }),
      `${EXTRA}/x-computed/allocate/1`,
      /looks at a list, and this is none/,
    ],
    [
      'a date that is moved by no unit',
      EXTRA,
      field({ format: 'date', 'x-computed': { dateAdd: ['2026-01-01', 1, 'monht'] } }),
      `${EXTRA}/x-computed/dateAdd/2`,
      /write "month"/,
    ],
    [
      'an amount that is computed as a number',
      EXTRA,
      figure({ '*': [{ var: 'price' }, { var: 'cells' }] }),
      `${EXTRA}/type`,
      /computed from amounts: write "type": "string", "format": "money"/,
    ],
    [
      'a sum of amounts that is computed as a number',
      EXTRA,
      figure({ reduce: [{ var: 'lines' }, { '+': [{ var: 'accumulator' }, { var: 'current.cost' }] }, 0] }),
      `${EXTRA}/type`,
      /computed from amounts/,
    ],
    [
      'a division of an amount without its rounding',
      EXTRA,
      field({ format: 'money', 'x-computed': { '/': [{ var: 'price' }, { var: 'cells' }] } }),
      `${EXTRA}/x-computed/~1`,
      /write \{"round": \[\{"\/": …\}, 2\]\}/,
    ],
    [
      'a currency by no field',
      EXTRA,
      field({ format: 'money', 'x-currency': 'levle' }),
      `${EXTRA}/x-currency`,
      /"levle" is not a text field.* write "level"/,
    ],
    [
      'a currency of what is no amount',
      EXTRA,
      field({ 'x-currency': 'level' }),
      `${EXTRA}/x-currency`,
      /write "format": "money" beside it/,
    ],
  ])('%s', (_, path, value, pointer, message) => {
    const problems = problemsOf(path, value);
    expect(problems.map((one) => one.pointer)).toEqual([pointer]);
    expect(problems[0]?.message).toMatch(message);
    expect(problems[0]?.zh).toMatch(/[一-龥]/);
    expect(`${problems[0]?.message} ${problems[0]?.zh}`).not.toMatch(/undefined|\[object|\{\w+\}/);
  });

  it('amounts without the currency that another one of the record has', () => {
    const problems = problemsOf(EXTRA, field({ format: 'money', 'x-currency': 'level' }));
    expect(problems.map(({ pointer }) => pointer)).toEqual([
      '/schema/properties/price',
      '/schema/properties/lines/items/properties/cost',
    ]);
    expect(problems[0]?.message).toMatch(/money without a currency/);
  });

  it('a sound one is not complained about', () => {
    const share = { round: [{ '/': [{ var: 'price' }, { reduce: [{ var: 'lines' }, COSTS, 0] }] }, 4] };
    expect(problemsOf(EXTRA, figure(share))).toEqual([]);
    const each = { round: [{ '/': [{ var: 'price' }, { var: ['cells', 1] }] }, 2] };
    expect(problemsOf(EXTRA, field({ format: 'money', 'x-computed': each }))).toEqual([]);
    const dear = { if: [{ some: [{ var: 'lines' }, { '>': [{ var: 'cost' }, 100] }] }, { var: 'price' }, 0] };
    expect(problemsOf(EXTRA, field({ format: 'money', 'x-computed': dear }))).toEqual([]);
    const outer = { map: [{ var: 'lines' }, { '>': [{ var: 'cost' }, { var: '../../price' }] }] };
    const flags = { type: 'array', title: text, items: { type: 'boolean' }, 'x-computed': outer };
    expect(problemsOf(EXTRA, flags)).toEqual([]);
  });
});
