import { describe, expect, it } from 'vitest';
import type { Drawing } from '../../../../runtime/core/automation/drawing.ts';
import { entityOf } from '../../../../runtime/core/definitions/entities.ts';
import { PLAIN_HOURS, PLAIN_WEEK } from '../../../../runtime/core/time/workDays.ts';
import { chainFault, readChain, writeChain } from '../../../../server/engine/automations/chain.ts';
import { momentsOf, nextMoment } from '../../../../server/engine/automations/due.ts';
import { isTrigger } from '../../../../server/engine/automations/match.ts';

const customer = entityOf('customer');
const drawn = (trigger: Drawing['trigger']): Pick<Drawing, 'trigger'> => ({ trigger });
const stored = (values: object) => ({ id: 1, name: 'Bright', state: 'developing', ...values });

describe('a written record', () => {
  it('starts an automation as a new record, by a changed field, or by its new state', () => {
    const made = { before: {}, after: stored({}) };
    const changed = { before: stored({}), after: stored({ remark: 'x' }) };
    const moved = { before: stored({}), after: stored({ state: 'deal' }) };
    const starts = (trigger: Drawing['trigger']) =>
      [made, changed, moved].map((pair) => isTrigger(drawn(trigger), customer, pair));
    expect(starts({ on: 'created' })).toEqual([true, false, false]);
    expect(starts({ on: 'updated' })).toEqual([false, true, true]);
    expect(starts({ on: 'updated', fields: ['remark'] })).toEqual([false, true, false]);
    expect(starts({ on: 'moved', to: ['deal'] })).toEqual([false, false, true]);
    expect(starts({ on: 'moved', to: ['developing'] })).toEqual([true, false, false]);
    expect(starts({ on: 'call', fields: [] })).toEqual([false, false, false]);
  });
});

describe('a chain of automations', () => {
  it('ends before an automation would start again, and after five', () => {
    expect(readChain(writeChain([3, 4]))).toEqual([3, 4]);
    expect(readChain(writeChain([]))).toEqual([]);
    expect([chainFault([], 1), chainFault([1, 2], 1), chainFault([1, 2, 3, 4, 5], 6)]).toEqual([
      null,
      'loop',
      'long',
    ]);
  });
});

describe('the moments of a rule', () => {
  const calendar = { ...PLAIN_WEEK, hours: PLAIN_HOURS, zone: 'Europe/Berlin', quiet: null, meaning: '' };
  const daily = { on: 'time' as const, rule: 'FREQ=DAILY', from: '2026-03-27', at: '02:30' };

  it('use the time of the zone, also if the clock skips it', () => {
    const window = { from: '2026-03-28', to: '2026-03-30' };
    expect(momentsOf(daily, calendar, window)).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-28T23:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
    expect(momentsOf({ ...daily, days: 'skip' }, calendar, window)).toEqual(['2026-03-30T00:30:00.000Z']);
  });

  it('are consecutive, and end with the rule', () => {
    const now = Date.parse('2026-03-28T01:30:00.000Z');
    expect(nextMoment(daily, calendar, now)).toBe('2026-03-28T23:00:00.000Z');
    expect(nextMoment({ ...daily, rule: 'FREQ=DAILY;COUNT=1' }, calendar, now)).toBeNull();
  });
});
