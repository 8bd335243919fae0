import { describe, expect, it } from 'vitest';
import { readTriedRule } from '../../../pages/alarms/parts/trial.ts';
import { alarmSteps } from '../../../pages/alarms/parts/trialChart.ts';

describe('a rule from its form', () => {
  const base = { name: 'x', stationSn: 'ST1', level: 'major', enabled: true, id: 7, version: 2 };

  it('is tried with only the values of its kind', () => {
    const values = {
      ...base,
      kind: 'range',
      variableSn: 'V',
      low: 1,
      high: 9,
      side: 'outside',
      threshold: 5,
    };
    expect(readTriedRule(values)).toEqual({
      kind: 'range',
      stationSn: 'ST1',
      variableSn: 'V',
      low: 1,
      high: 9,
      side: 'outside',
    });
    const silence = {
      ...base,
      kind: 'noData',
      scope: 'station',
      variableSn: null,
      deviceSn: 'D',
      delaySeconds: 0,
    };
    expect(readTriedRule(silence)).toEqual({
      kind: 'noData',
      scope: 'station',
      stationSn: 'ST1',
      delaySeconds: 0,
    });
  });

  it('is not tried before it is complete', () => {
    expect(readTriedRule({ ...base, kind: 'threshold', variableSn: 'V', operator: '>' })).toBeNull();
    expect(readTriedRule({ ...base, kind: 'expression' })).toBeNull();
    expect(readTriedRule({ ...base, kind: 'noData', scope: 'device' })).toBeNull();
  });
});

describe('the spans of a trial', () => {
  it('show the alarms, up to the end if one is still open', () => {
    const at = (minute: number) => new Date(minute * 60_000).toISOString();
    const alarm = { value: null, source: 'x' };
    const alarms = [
      { ...alarm, from: at(50), to: null },
      { ...alarm, from: at(10), to: at(20) },
    ];
    expect(alarmSteps({ alarms, to: at(60) }).map(([ts, value]) => [ts / 60_000, value])).toEqual([
      [10, 0],
      [10, 1],
      [20, 1],
      [20, 0],
      [20, null],
      [50, 0],
      [50, 1],
      [60, 1],
      [60, 0],
      [60, null],
    ]);
  });
});
