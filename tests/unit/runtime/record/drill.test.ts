import dayjs from 'dayjs';
import { expect, it } from 'vitest';
import type { StatisticDefinition } from '../../../../generated/definition.ts';
import { statistics } from '../../../../generated/statistics.ts';
import { type Counted, drillAddress, drillGroup } from '../../../../runtime/record/figures/drill.ts';

const named = (name: string): StatisticDefinition => {
  const all: readonly StatisticDefinition[] = Object.values(statistics);
  return all.find((one) => one.name === name)!;
};
const ALL: Counted = { period: null, group: null };
const YEAR: Counted = { period: { from: '2026-01-01', to: '2026-11-21' }, group: null };
const nodes = (
  figure: string,
  key: Record<string, string | null>,
  counted: Counted = ALL,
  name = 'customers',
) => drillGroup(named(name), figure, { key, currency: null }, counted)?.nodes;

it("filters by the values of a row's dimensions", () => {
  expect(nodes('customers', { industry: 'energy' })).toEqual([
    { field: 'industry', op: 'in', value: ['energy'] },
  ]);
  expect(nodes('customers', { industry: null })).toEqual([{ field: 'industry', op: 'empty', value: true }]);
});

it('filters by the days in both the period and the step', () => {
  expect(nodes('customers', { month: '2026-11' }, YEAR)).toEqual([
    { field: 'createdAt', op: 'between', value: ['2026-11-01', '2026-11-21'] },
  ]);
  expect(nodes('customers', {}, YEAR)).toEqual([
    { field: 'createdAt', op: 'between', value: ['2026-01-01', '2026-11-21'] },
  ]);
});

it('filters by the condition of the figure, for a ratio of its denominator', () => {
  expect(nodes('won', {})).toEqual([{ field: 'state', op: 'in', value: ['deal', 'repeatDeal'] }]);
  expect(nodes('wonShare', {})).toEqual([]);
});

it('keeps the current conditions, with those joined by "or" together', () => {
  const name = { field: 'name', op: 'contains', value: 'ill' } as const;
  const both = { join: 'or' as const, nodes: [name, { ...name, value: 'bour' }] };
  expect(nodes('customers', {}, { period: null, group: { join: 'and', nodes: [name] } })).toEqual([name]);
  expect(nodes('customers', {}, { period: null, group: both })).toEqual([both]);
});

it('filters by the days of an age, and by past days', () => {
  const day = (ago: number) => dayjs().subtract(ago, 'day').format('YYYY-MM-DD');
  const due = (age: number, figure = 'open') =>
    drillGroup(named('receivables'), figure, { key: { age }, currency: null }, ALL)?.nodes.filter(
      (node) => 'field' in node && node.field === 'due',
    );
  expect(due(0)).toEqual([{ field: 'due', op: 'gte', value: day(0) }]);
  expect(due(1)).toEqual([{ field: 'due', op: 'between', value: [day(30), day(1)] }]);
  expect(due(6)).toEqual([{ field: 'due', op: 'lte', value: day(366) }]);
  expect(due(1, 'overdue')).toContainEqual({ field: 'due', op: 'lte', value: day(1) });
});

it('filters by station if only its records were counted', () => {
  const site = { field: 'stationSn', op: 'in', value: ['ST-01'] } as const;
  expect(nodes('open', {}, { ...ALL, site: { ...site, value: ['ST-01'] } }, 'worksheets')).toEqual([
    { field: 'status', op: 'in', value: ['pending', 'processing', 'waiting', 'checking'] },
    site,
  ]);
});

it('is the address of the list', () => {
  expect(drillAddress('/customers', { join: 'and', nodes: [] })).toBe('/customers');
  const group = drillGroup(named('customers'), 'customers', { key: { state: 'deal' }, currency: null }, ALL)!;
  const { searchParams } = new URL(drillAddress('/customers', group), 'http://x');
  expect(JSON.parse(searchParams.get('filter')!)).toEqual({
    and: [{ field: 'state', op: 'in', value: ['deal'] }],
  });
});
