import { describe, expect, it } from 'vitest';
import { infoText } from '../../../../../server/sites/alarms/text.ts';
import { errorPasses } from '../../../../../server/sites/alarms/writer.ts';
import { HOT, ruleWith } from '../../../../support/alarms/alarmRule.ts';

const MINUTE = 60_000;

describe('the text of an alarm', () => {
  it('names value, unit and limit, in one pass', () => {
    const rule = ruleWith(HOT, { deviceName: '{value} & <b>' });
    expect(infoText({ rule, value: 51.26 })).toBe('{value} & <b> Temperature 51.3 °C (> 50)');
    const own = ruleWith(HOT, { info: '{station}/{name}: {value}{unit} > {threshold} {unknown}' });
    expect(infoText({ rule: own, value: 60 })).toBe('Harbour/Too hot: 60°C > 50 {unknown}');
  });

  it('contains the values of a range and a rate', () => {
    const range = ruleWith({ kind: 'range', low: 1, high: 9, side: 'outside', hysteresis: 0 });
    expect(infoText({ rule: range, value: 12 })).toContain('(< 1, > 9)');
    const rate = ruleWith({ kind: 'rate', change: 5, direction: 'up', windowMs: 10 * MINUTE });
    expect(infoText({ rule: rate, value: 12 })).toContain('(+5 °C / 10 min)');
  });

  it('is one line without control characters, of limited length', () => {
    const rule = ruleWith(HOT, { info: `a\u0007b\n${'y'.repeat(900)}` });
    const text = infoText({ rule, value: 1 });
    expect(text.startsWith('abyyy')).toBe(true);
    expect(text).toHaveLength(500);
  });
});

describe('a change that the database refuses', () => {
  it('waits and is retried, unless the change itself is invalid', () => {
    const passes = (...codes: (string | undefined)[]) => codes.map((code) => errorPasses({ code }));
    expect(passes('25006', '58030', '55P03', '53100', '40001', 'ECONNRESET', undefined)).not.toContain(false);
    expect(passes('22P02', '23503', '42P01')).not.toContain(true);
    expect(errorPasses(new TypeError('value of undefined'))).toBe(false);
    expect(errorPasses(new Error('Connection terminated unexpectedly'))).toBe(true);
  });
});
