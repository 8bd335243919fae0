import { expect, it } from 'vitest';
import {
  areaOf,
  type Entry,
  findEntries,
  groupEntries,
} from '../../../../pages/studio/parts/catalogue/groups.ts';
import { spellPinyin } from '../../../../runtime/core/text/pinyin.ts';

const entry = (kind: Entry['kind'], name: string, file: string, zh = name): Entry => ({
  ...{ key: `${kind}/${name}`, kind, name, title: { zh, en: `The ${name}` }, marks: [] },
  area: areaOf(file),
});
const ENTRIES = [
  entry('page', 'Orders', 'schemas/pages/manager/Orders.json', '订单'),
  entry('entity', 'station', 'schemas/entities/ems/station.json', '站点'),
  entry('entity', 'customer', 'schemas/entities/manager/customer.json', '客户'),
  entry('entity', 'order', 'schemas/entities/manager/order.json', '订单'),
  entry('statistic', 'orders', 'schemas/statistics/orders.json'),
];

it('finds definitions by name, title and pinyin, with every word', () => {
  const names = (typed: string) => findEntries(ENTRIES, typed, spellPinyin).map(({ name }) => name);
  expect(names('kehu')).toEqual(['customer']);
  expect(names('dd')).toEqual(['Orders', 'order']);
  expect(names('客')).toEqual(['customer']);
  expect(names('the STAT')).toEqual(['station']);
  expect(names('the nothing')).toEqual([]);
  expect(names(' ')).toHaveLength(ENTRIES.length);
});

it('groups them by kind and by the folder of their file, with their number', () => {
  expect(
    groupEntries(ENTRIES).map(({ kind, count, areas }) => [kind, count, areas.map(({ area }) => area)]),
  ).toEqual([
    ['entity', 3, ['ems', 'manager']],
    ['page', 1, ['manager']],
    ['statistic', 1, ['']],
  ]);
});
