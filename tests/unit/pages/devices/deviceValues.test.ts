import { describe, expect, it } from 'vitest';
import {
  keyOfPlace,
  pagesOf,
  placeOfKey,
  readPlace,
  writePlace,
} from '../../../../pages/devices/parts/deviceTree.ts';
import { groupValues, pickFirstDrawn, toggleDrawn } from '../../../../pages/devices/parts/deviceValues.ts';

const value = (sn: string, unit: string, data: number | string | null = 1) => ({
  ...{ sn, code: sn, name: sn, unit, data, decimals: 1, ts: null, stale: false },
});

describe('the values of a device', () => {
  it('are in groups by quantity, in one order', () => {
    const values = [
      value('t', '°C'),
      value('e', 'MWh'),
      value('p', 'kW'),
      value('mode', ''),
      value('u', 'V'),
    ];
    expect(groupValues(values).map(({ group, values: own }) => [group, own.map(({ sn }) => sn)])).toEqual([
      ['power', ['p']],
      ['energy', ['e']],
      ['voltage', ['u']],
      ['temperature', ['t']],
      ['other', ['mode']],
    ]);
  });

  it('are drawn: the first numbers by default, and at most six', () => {
    const values = [
      value('word', 'kW', 'on'),
      value('t', '°C'),
      value('p', 'kW'),
      value('q', 'kvar'),
      value('s', 'kVA'),
    ];
    expect(pickFirstDrawn(values)).toEqual(['p', 'q']);
    expect(pickFirstDrawn([])).toEqual([]);
    expect(toggleDrawn(['p', 'q'], 'p')).toEqual(['q']);
    expect(toggleDrawn(['1', '2', '3', '4', '5', '6'], '7')).toEqual(['2', '3', '4', '5', '6', '7']);
  });
});

describe('a place in the tree of devices', () => {
  it.each([
    { type: null, sn: null },
    { type: 'meter', sn: null },
    { type: 'meter', sn: 'A/B' },
  ])('is in the address and in the key of its node: %o', (place) => {
    expect(readPlace(writePlace(place))).toEqual(place);
    expect(placeOfKey(keyOfPlace(place))).toEqual(place);
  });

  it('counts the pages of a kind', () => {
    expect([0, 1, 500, 501, 10_000].map(pagesOf)).toEqual([1, 1, 1, 2, 20]);
  });
});
