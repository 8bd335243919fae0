import { describe, expect, it } from 'vitest';
import {
  type ConnectionFacts,
  checkConnection,
  failing,
} from '../../../../../server/sites/connection/checks.ts';

const facts: ConnectionFacts = {
  ...{ isOnline: true, mode: 'onGrid', openAlarms: 0, isSteered: false, soc: 60, need: 420 },
  ...{ charge: 1000, discharge: 1000 },
  voltage: { value: 3.2, low: -7, high: 7 },
  frequency: { value: -0.05, low: -0.2, high: 0.2 },
};
const failingOf = (target: 'onGrid' | 'offGrid', changed: Partial<ConnectionFacts>) =>
  failing(checkConnection(target, { ...facts, ...changed })).map(({ name, verdict }) => `${name} ${verdict}`);

describe('leaving the grid', () => {
  it.each<[string, Partial<ConnectionFacts>, string[]]>([
    ['everything in order', {}, []],
    ['an offline converter', { isOnline: false }, ['online failed']],
    ['one that has left it', { mode: 'offGrid' }, ['mode failed']],
    ['a mode that nobody knows', { mode: null }, ['mode unknown']],
    ['a critical alarm', { openAlarms: 1 }, ['alarms failed']],
    ['a strategy at work', { isSteered: true }, ['strategy failed']],
    ['a battery at its least', { soc: 30 }, []],
    ['a battery below it', { soc: 29.9 }, ['soc failed']],
    ['a content that is not measured', { soc: null }, ['soc unknown']],
    ['a site that takes more than the converter gives', { need: 1000.1 }, ['load failed']],
    ['a site with more PV than it can take in', { need: -1000.1 }, ['load failed']],
    ['a converter of which nobody knows the rating', { discharge: null }, ['load unknown']],
    ['a grid that is off its limits', { voltage: { value: 9, low: -7, high: 7 } }, []],
  ])('with %s', (_, changed, found) => {
    expect(failingOf('offGrid', changed)).toEqual(found);
  });
});

describe('returning to the grid', () => {
  it.each<[string, Partial<ConnectionFacts>, string[]]>([
    ['everything in order', {}, []],
    ['a low voltage', { voltage: { value: -7.1, low: -7, high: 7 } }, ['voltage failed']],
    ['a fast grid', { frequency: { value: 0.21, low: -0.2, high: 0.2 } }, ['frequency failed']],
    ['a voltage that is not measured', { voltage: null }, ['voltage unknown']],
    ['a voltage without limits', { voltage: { value: 0, low: null, high: null } }, ['voltage unknown']],
    ['an empty battery', { soc: 1, need: 5000 }, []],
  ])('with %s', (_, changed, found) => {
    expect(failingOf('onGrid', { mode: 'offGrid', ...changed })).toEqual(found);
  });

  it('is no change if it is on the grid', () => {
    expect(failingOf('onGrid', {})).toEqual(['mode failed']);
  });
});
