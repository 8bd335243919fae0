/** Codegen accepts exactly what works: every operator and every name of `$context`, at every place that allows one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONTEXTS } from '../../../codegen/check/scope.ts';
import { loadDefinitions, loadMetas } from '../../../codegen/load.ts';
import { personContext } from '../../../runtime/core/access/personContext.ts';
import { printText } from '../../../runtime/core/expressionText/index.ts';
import { computeValue } from '../../../runtime/core/rules/expression.ts';
import { OPERATORS } from '../../../runtime/core/rules/operators.ts';
import { drawingProblems } from '../../../server/engine/studio/drawing.ts';
import { problemsOf, text } from './rackWith.ts';

const ROOT = join(import.meta.dirname, '../../..');
const GUIDE = join(ROOT, 'docs/guide/conditions.md');
const DAY = { type: 'string', format: 'date', title: text };
const YES_NO = { type: 'boolean', title: text };
const EXTRA = '/schema/properties/extra';

const statesWith = (more: object) => ({
  field: 'level',
  initial: 'A',
  transitions: [{ name: 'seal', title: text, from: ['A'], to: 'B', ...more }],
});
const assigning = (value: string) => ({ effects: [{ do: 'assign', field: 'extra', value }] });
const isSame = (value: unknown) => printText({ '==': [value, value] });

/** The problems of one expression at each place that accepts expressions. */
const EXPRESSIONS: Record<string, (value: unknown) => object[]> = {
  rule: (value) => problemsOf('/schema/x-rules', [{ check: isSame(value), at: 'cells', text }]),
  'rule over other records': (value) =>
    problemsOf('/across', [
      { figures: { total: { do: 'count', by: { name: 'name' } } }, check: isSame(value), at: 'cells', text },
    ]),
  default: (value) => problemsOf(EXTRA, { ...YES_NO, 'x-default': isSame(value) }),
  'computed field': (value) => problemsOf(EXTRA, { ...YES_NO, 'x-computed': isSame(value) }),
  guard: (value) => problemsOf('/states', statesWith({ rules: [{ check: isSame(value), text }] })),
  effect: (value) => problemsOf('/states', statesWith(assigning(isSame(value))), {}, [], { extra: YES_NO }),
};

/** The problems of a condition at each place that accepts conditions. */
const NAME = '/schema/properties/name';
const NOTIFIED = { to: { owner: true }, text };
const CONDITIONS: Record<string, (condition: string) => object[]> = {
  visibility: (condition) => problemsOf(`${NAME}/x-visible`, condition),
  requirement: (condition) => problemsOf(`${NAME}/x-required`, condition),
  guard: (guard) => problemsOf('/states', statesWith({ guard, guardText: text })),
  // The field of the rack is no state of an approval, which is a problem of its own.
  'step of an approval': (when) =>
    problemsOf('/approval', {
      field: 'level',
      steps: [
        {
          ...{ do: 'branch', name: 'way', title: text },
          paths: [
            { title: text, when, steps: [] },
            { title: text, steps: [] },
          ],
        },
      ],
    }).filter(({ pointer }) => pointer.startsWith('/approval/steps')),
  event: (condition) =>
    problemsOf('/on', [{ when: 'created', if: condition, do: [{ do: 'notify', ...NOTIFIED }] }]),
  reminder: (condition) =>
    problemsOf('/remind', [{ field: 'due', before: 'P7D', if: condition, ...NOTIFIED }], {}, [], {
      due: DAY,
    }),
  'condition of an automation': (condition) => drawnProblems({ if: condition }),
  'value of an automation': (condition) =>
    drawnProblems({ do: [{ do: 'assign', field: 'remark', value: `if(${condition}, name, '')` }] }),
};

/** The problems of a message with a name, at each place whose messages show values of a record. */
const MESSAGES: Record<string, (name: string) => object[]> = {
  'message of records that must not overlap': (name) =>
    problemsOf(
      '/apart',
      [{ by: ['name'], from: 'due', to: 'due', text: { zh: `{${name}}`, en: `{${name}}` } }],
      {},
      [],
      { due: DAY, secret: { ...DAY, 'x-permission': 'batteryRack:update' } },
    ),
};

const metas = loadMetas(ROOT);
const { definitions } = loadDefinitions(ROOT);
/** The problems of an automation about new customers, as its canvas shows them. */
const drawnProblems = (more: object) =>
  drawingProblems(
    { metas, definitions },
    {
      ...{ entity: 'customer', trigger: { on: 'created' } },
      do: [{ do: 'assign', field: 'remark', value: 'name' }],
      ...more,
    },
  );

const RECORD = { name: 'ab', cells: 12, price: '10.00', lines: [{ cost: '2.50' }, { cost: '7.50' }] };
const LINES = { var: 'lines' };
const CELLS = { var: 'cells' };
const COST = { var: 'cost' };

/** A use of each operator over the record, and its result. */
const USES: Record<string, [operands: unknown, value: unknown]> = {
  var: ['cells', 12],
  if: [[true, CELLS, 1], 12],
  and: [[true, CELLS], 12],
  or: [[false, CELLS], 12],
  '??': [[{ var: 'token' }, CELLS], 12],
  '!': [[CELLS], false],
  '!!': [[CELLS], true],
  '==': [[CELLS, 12], true],
  '!=': [[CELLS, 12], false],
  '<': [[CELLS, 13], true],
  '<=': [[CELLS, 11], false],
  '>': [[CELLS, 11], true],
  '>=': [[CELLS, 13], false],
  in: [[CELLS, [11, 12]], true],
  cat: [[{ var: 'name' }, 'c'], 'abc'],
  substr: [[{ var: 'name' }, 1], 'b'],
  merge: [
    [[1], [CELLS]],
    [1, 12],
  ],
  length: [[{ var: 'name' }], 2],
  dateAdd: [['2026-01-31', 1, 'month'], '2026-02-28'],
  dateDiff: [['2026-01-01', '2026-01-03'], 2],
  allocate: [
    [{ var: 'price' }, LINES, 'cost'],
    ['2.50', '7.50'],
  ],
  split: [
    [{ var: 'price' }, LINES, 'cost'],
    ['0.25', '0.75'],
  ],
  '+': [[CELLS, 1], 13],
  '-': [[CELLS, 1], 11],
  '*': [[CELLS, 2], 24],
  '/': [[CELLS, 5], 2.4],
  '%': [[CELLS, 5], 2],
  min: [[CELLS, 5], 5],
  max: [[CELLS, 5], 12],
  sum: [[LINES, 'cost'], 10],
  round: [[2.345, 2], 2.35],
  map: [
    [LINES, COST],
    ['2.50', '7.50'],
  ],
  filter: [[[11, 12], { '==': [{ var: '' }, 12] }], [12]],
  reduce: [[LINES, { '+': [{ var: 'accumulator' }, { var: 'current.cost' }] }, 0], 10],
  all: [[LINES, { '!!': [COST] }], true],
  some: [[LINES, { '!': [COST] }], false],
  none: [[LINES, { '!': [COST] }], true],
};

const plain = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(plain) : typeof value === 'object' && value ? Number(value) : value;
const same = (value: unknown): string =>
  JSON.stringify(plain(value)).replaceAll(/"(-?\d+(?:\.\d+)?)"/g, '$1');

describe('an operator', () => {
  it('has a use here', () => {
    expect(Object.keys(USES).sort()).toEqual(Object.keys(OPERATORS).sort());
  });

  it.each(Object.entries(USES))(
    '%s is accepted wherever expressions stand, and gives its value',
    (name, use) => {
      const [operands, value] = use;
      const expression = { [name]: operands };
      for (const [place, problems] of Object.entries(EXPRESSIONS))
        expect([place, problems(expression)]).toEqual([place, []]);
      const computed = computeValue(expression, RECORD);
      expect([
        computed.problem,
        Number.isFinite(value) ? Number(computed.value) : same(computed.value),
      ]).toEqual([undefined, Number.isFinite(value) ? value : same(value)]);
    },
  );

  it('that does not exist is refused', () => {
    const [problem] = problemsOf('/schema/x-rules', [{ check: 'total(cells) > 1', at: 'cells', text }]);
    expect(problem?.message).toMatch(/there is no function "total": use /);
  });
});

describe('a name', () => {
  it.each(['../../name', '../index', 'nothing', 'lines.cost', '$context.nothing', 'name.length'])(
    'such as "%s" that a record of its own does not see is refused everywhere',
    (name) => {
      for (const [place, problems] of Object.entries(EXPRESSIONS))
        expect([place, problems({ var: name })]).toEqual([
          place,
          expect.arrayContaining([expect.anything()]),
        ]);
    },
  );

  it('of the surrounding record is visible for each item of a list', () => {
    const items = { some: [LINES, { '==': [COST, { var: '../../price' }] }] };
    for (const [place, problems] of Object.entries(EXPRESSIONS))
      expect([place, problems(items)]).toEqual([place, []]);
  });
});

/** Returns the names of `$context` that the guide lists for each place, by the place's first word. */
function guideNames(): Map<string, string[]> {
  const table = readFileSync(GUIDE, 'utf8').split('## What each place sees')[1] ?? '';
  const rows = table.split('\n').filter((line) => /^\| [a-z]/.test(line) && !line.startsWith('| place'));
  return new Map(
    rows.map((row) => {
      const [, place = '', , names = ''] = row.split('|').map((cell) => cell.trim());
      return [place.split(':')[0]!, [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name!)];
    }),
  );
}

describe('the context', () => {
  const names = [
    ...new Set(Object.values(CONTEXTS).flatMap(({ properties }) => Object.keys(properties ?? {}))),
  ];
  const table = guideNames();

  it.each(Object.keys(EXPRESSIONS))('of an expression at the place "%s" matches the guide', (place) => {
    const seen = names.filter((name) => EXPRESSIONS[place]!({ var: `$context.${name}` }).length === 0);
    expect(seen.sort()).toEqual(table.get(place)?.toSorted());
  });

  it.each(Object.keys(CONDITIONS))('of a condition at the place "%s" matches the guide', (place) => {
    const conditionOn = (name: string) => `$${name} != null`;
    const seen = names.filter((name) => CONDITIONS[place]!(conditionOn(name)).length === 0);
    expect(seen.sort()).toEqual(table.get(place)?.toSorted());
  });

  it.each(Object.keys(MESSAGES))('of a message at the place "%s" matches the guide', (place) => {
    const seen = names.filter((name) => MESSAGES[place]!(name).length === 0);
    expect(seen.sort()).toEqual(table.get(place)?.toSorted());
    expect(['name', 'secret'].map((name) => MESSAGES[place]!(name).length === 0)).toEqual([true, false]);
  });

  it.each(Object.keys(CONDITIONS))('does not replace the fields of the record at the place "%s"', (place) => {
    expect(CONDITIONS[place]!("name = 'A'")).toEqual([]);
    expect(CONDITIONS[place]!("nothing = 'A'")).not.toEqual([]);
  });

  it('is compared for each place of the guide, except for records that refer to this one', () => {
    const places = new Set([EXPRESSIONS, CONDITIONS, MESSAGES].flatMap((one) => Object.keys(one)));
    places.add('effect on records that refer to this one');
    expect([...places].sort()).toEqual([...table.keys()].sort());
  });

  it('of rules and defaults is available when they are evaluated', () => {
    const person = { userId: 1, userName: 'A', lang: 'en', deptId: 2, stationSn: 'S', zone: 'UTC' } as const;
    expect(Object.keys(personContext(person, 0)).sort()).toEqual(table.get('rule')?.toSorted());
  });
});
