import { describe, expect, it } from 'vitest';
import {
  type Change,
  condition_holds,
  info_text,
  type Rule,
  type RuleState,
  rule_step,
  value_number,
} from '../../../server/alarms/evaluate.ts';

const rule: Rule = {
  id: 1,
  tenantId: 2,
  name: 'Too hot',
  stationSn: 'S',
  deviceSn: 'D',
  deviceName: 'Cell 1',
  variableSn: 'D-t',
  variableName: 'Temperature',
  unit: '°C',
  decimals: 1,
  operator: '>',
  threshold: 50,
  level: 'major',
  info: '',
};

function run(values: [ts: number, value: number | string | boolean | null][]): (Change['to'] | null)[] {
  let state: RuleState = { lastTs: -Infinity, violated: false };
  return values.map(([ts, value]) => {
    const step = rule_step(rule, state, { ts, value });
    state = step.state;
    return step.change?.to ?? null;
  });
}

describe('condition_holds', () => {
  it.each([
    ['>', 51, true],
    ['>', 50, false],
    ['>=', 50, true],
    ['<', 49, true],
    ['<', 50, false],
    ['<=', 50, true],
    ['=', 50, true],
    ['=', 50.1, false],
    ['!=', 50.1, true],
    ['!=', 50, false],
  ] as const)('compares %s with 50: %s is %s', (operator, value, holds) => {
    expect(condition_holds(operator, value, 50)).toBe(holds);
  });
});

describe('value_number', () => {
  it('reads switches as 1 and 0 and has nothing to compare in texts, holes and infinities', () => {
    expect([true, false, 3, 'abc', null, Number.NaN, Infinity].map(value_number)).toEqual([
      1,
      0,
      3,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('rule_step', () => {
  it('changes only when the condition begins or ends to hold', () => {
    expect(
      run([
        [1, 40],
        [2, 60],
        [3, 70],
        [4, 50],
        [5, 45],
        [6, 51],
      ]),
    ).toEqual([null, 'open', null, 'recover', null, 'open']);
  });

  it('ignores values older than the newest one it has judged', () => {
    expect(
      run([
        [10, 40],
        [5, 99],
        [11, 60],
        [8, 10],
      ]),
    ).toEqual([null, null, 'open', null]);
  });

  it('takes a corrected value of the same moment', () => {
    expect(
      run([
        [1, 60],
        [1, 40],
      ]),
    ).toEqual(['open', 'recover']);
  });

  it('learns nothing from a text or a hole', () => {
    expect(
      run([
        [1, 60],
        [2, null],
        [3, 'fault'],
        [4, 61],
      ]),
    ).toEqual(['open', null, null, null]);
  });
});

describe('info_text', () => {
  it('says device, variable, value and limit by default', () => {
    expect(info_text(rule, 61.26)).toBe('Cell 1 Temperature 61.3 °C (> 50)');
  });

  it('fills a template and leaves unknown names alone', () => {
    expect(info_text({ ...rule, info: '{name}: {value}{unit} at {place}' }, 61)).toBe(
      'Too hot: 61°C at {place}',
    );
  });

  it('takes names as data: braces in them are not filled in again, control characters go', () => {
    expect(info_text({ ...rule, deviceName: '{threshold}<b>\u0007', info: '{device}' }, 61)).toBe(
      '{threshold}<b>',
    );
  });

  it('never grows beyond the column', () => {
    expect(
      info_text({ ...rule, info: '{device}{device}{device}', deviceName: '热'.repeat(300) }, 1),
    ).toHaveLength(500);
  });
});
