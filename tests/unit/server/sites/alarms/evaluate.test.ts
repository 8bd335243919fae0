import { describe, expect, it } from 'vitest';
import { isFormulaProblem, parseFormula } from '../../../../../runtime/core/formula/index.ts';
import {
  type PointRule,
  type RuleEvent,
  type RuleState,
  startState,
  stepRule,
} from '../../../../../server/sites/alarms/evaluate.ts';
import { statesValues } from '../../../../../server/sites/alarms/kinds/state.ts';
import { valueText } from '../../../../../server/sites/alarms/text.ts';
import type { PointValue } from '../../../../../server/sites/alarms/types.ts';
import { makeHours } from '../../../../../server/sites/alarms/weeklyHours.ts';
import { HOT, ruleWith } from '../../../../support/alarms/alarmRule.ts';

const MINUTE = 60_000;
type Event = [ts: number, value: PointValue, sn?: string] | { tick: number };

const pointAt = (ts: number, value: PointValue, now = ts, sn = 'D-t'): RuleEvent => ({
  type: 'point',
  point: { sn, ts, value },
  now,
});

const changesOf = (rule: PointRule, state: RuleState, event: RuleEvent) =>
  stepRule(rule, state, event).changes.map(({ to, ts }) => [to, ts]);

/** Returns the changes that result from ticks and from points. The clock of a point is its own time. */
function run(rule: PointRule, events: readonly Event[], from: RuleState = startState(false)) {
  let state = from;
  return events.map((event) => {
    const step = stepRule(
      rule,
      state,
      Array.isArray(event)
        ? pointAt(event[0], event[1], event[0], event[2])
        : { type: 'clock', now: event.tick },
    );
    state = step.state;
    expect(step.changes.length).toBeLessThanOrEqual(1);
    return step.changes[0] ? [step.changes[0].to, step.changes[0].ts] : null;
  });
}

const ways = (rule: PointRule, values: readonly PointValue[]) =>
  run(
    rule,
    values.map((value, index): Event => [index + 1, value]),
  ).map((change) => change?.[0] ?? null);

describe('a rule without delay', () => {
  it('changes only when the condition becomes true or false', () => {
    expect(ways(ruleWith(), [40, 60, 70, 50, 45, 51])).toEqual([null, 'open', null, 'recover', null, 'open']);
  });

  it('ignores values older than the newest, and values that are no numbers', () => {
    const rule = ruleWith();
    expect(
      run(rule, [
        [10, 40],
        [5, 99],
        [10, 60],
        [11, 'hot'],
        [12, null],
        [13, Number.NaN],
      ]),
    ).toEqual([null, null, ['open', 10], null, null, null]);
  });

  it('continues from an existing alarm', () => {
    expect(
      run(
        ruleWith(),
        [
          [1, 60],
          [2, 40],
        ],
        startState(true),
      ),
    ).toEqual([null, ['recover', 2]]);
  });
});

describe('a delay', () => {
  const rule = ruleWith(HOT, { delayMs: 10 * MINUTE, clearMs: 2 * MINUTE });

  it('raises an alarm once the condition was true for this time, by the times of the data', () => {
    expect(
      run(rule, [
        [0, 60],
        [5 * MINUTE, 70],
        [11 * MINUTE, 70],
      ]),
    ).toEqual([null, null, ['open', 10 * MINUTE]]);
  });

  it('restarts when the value was good in between', () => {
    expect(
      run(rule, [
        [0, 60],
        [5 * MINUTE, 40],
        [6 * MINUTE, 60],
        [11 * MINUTE, 60],
      ]),
    ).toEqual([null, null, null, null]);
  });

  it('ends by a tick if no further point arrives', () => {
    const events: Event[] = [[0, 60], { tick: 9 * MINUTE }, { tick: 10 * MINUTE }, { tick: 20 * MINUTE }];
    expect(run(rule, events)).toEqual([null, null, ['open', 10 * MINUTE], null]);
  });

  it('delays the end of an alarm in the same way', () => {
    const events: Event[] = [[0, 40], [MINUTE, 60], [2 * MINUTE, 40], { tick: 4 * MINUTE }];
    expect(run(rule, events, startState(true))).toEqual([null, null, null, ['recover', 4 * MINUTE]]);
  });
});

describe('hours', () => {
  /** 2026-03-02 is a Monday; Shanghai is eight hours ahead. */
  const monday = (hour: number, minute = 0) => Date.UTC(2026, 2, 2, hour - 8, minute);
  const night = ruleWith(HOT, { hours: makeHours([1, 2, 3, 4, 5], '22:00', '06:00') });

  it('raise nothing outside, and conditions that are already true when they begin', () => {
    expect(run(night, [[monday(21), 60], [monday(21, 30), 61], { tick: monday(22) }])).toEqual([
      null,
      null,
      ['open', monday(22)],
    ]);
  });

  it('let an alarm end at any time', () => {
    expect(
      run(night, [
        [monday(23), 60],
        [monday(23) + 12 * 60 * MINUTE, 40],
      ]),
    ).toEqual([
      ['open', monday(23)],
      ['recover', monday(23) + 12 * 60 * MINUTE],
    ]);
  });
});

describe('a past point', () => {
  it('is evaluated after the time before it, which excludes its own instant', () => {
    const rule = ruleWith(HOT, { delayMs: MINUTE });
    let state = startState(false);
    const replay = (ts: number, value: number) => {
      const step = stepRule(rule, state, pointAt(ts, value));
      state = step.state;
      return step.changes.map(({ to }) => to);
    };
    expect(replay(0, 60)).toEqual([]);
    expect(replay(MINUTE, 40)).toEqual([]);
    expect(replay(2 * MINUTE, 60)).toEqual([]);
    expect(replay(3 * MINUTE + 1, 40)).toEqual(['open', 'recover']);
  });

  it('raises an alarm when the hours began between it and the previous one', () => {
    /** 2026-03-02 is a Monday; Shanghai is eight hours ahead. */
    const monday = (hour: number) => Date.UTC(2026, 2, 2, hour - 8);
    const rule = ruleWith(HOT, { hours: makeHours(null, '09:00', '10:00') });
    const { state } = stepRule(rule, startState(false), pointAt(monday(8), 60));
    const changes = (value: number) => changesOf(rule, state, pointAt(monday(11), value));
    expect(changes(60)).toEqual([['open', monday(9)]]);
    expect(changes(40)).toEqual([
      ['open', monday(9)],
      ['recover', monday(11)],
    ]);
    expect(changesOf(rule, state, { type: 'clock', now: monday(9) - 1 })).toEqual([]);
    expect(changesOf(rule, state, { type: 'clock', now: monday(11) })).toEqual([['open', monday(9)]]);
  });
});

describe('a message of several points', () => {
  it('is evaluated as if each had arrived alone, at any time', () => {
    const rule = ruleWith(HOT, { delayMs: MINUTE });
    const judge = (now: (ts: number) => number) => {
      let state = startState(false);
      return [0, 60, 60, 40].flatMap((value, at) => {
        const ts = at * 2 * MINUTE;
        const step = stepRule(rule, state, pointAt(ts, value, now(ts)));
        state = step.state;
        return step.changes.map((change) => [change.to, change.ts]);
      });
    };
    const expected = [
      ['open', 3 * MINUTE],
      ['recover', 6 * MINUTE],
    ];
    expect(judge((ts) => ts)).toEqual(expected);
    expect(judge(() => 7 * MINUTE)).toEqual(expected);
    const alone = stepRule(rule, startState(false), pointAt(0, 60, 7 * MINUTE)).state;
    expect(changesOf(rule, alone, { type: 'clock', now: 8 * MINUTE - 1 })).toEqual([]);
    expect(changesOf(rule, alone, { type: 'clock', now: 8 * MINUTE })).toEqual([['open', MINUTE]]);
  });
});

describe('a clock', () => {
  const rule = ruleWith(HOT, { delayMs: 10 * MINUTE });
  const waiting = stepRule(rule, startState(false), pointAt(0, 60)).state;

  it('that a user set ends no delay earlier or later', () => {
    const { state, changes } = stepRule(rule, waiting, { type: 'shift', by: 60 * MINUTE });
    expect(changes).toEqual([]);
    expect(changesOf(rule, state, { type: 'clock', now: 69 * MINUTE })).toEqual([]);
    expect(changesOf(rule, state, { type: 'clock', now: 70 * MINUTE })).toEqual([['open', 10 * MINUTE]]);
    // The data continues with its own times.
    expect(changesOf(rule, state, pointAt(11 * MINUTE, 40))).toEqual([
      ['open', 10 * MINUTE],
      ['recover', 11 * MINUTE],
    ]);
  });
});

describe('a value from before the evaluated time', () => {
  it('changes no alarm, but is used by later evaluations', () => {
    const rule = ruleWith({ kind: 'rate', change: 10, direction: 'up', windowMs: 10 * MINUTE });
    const seed = (state: RuleState, ts: number, value: number) =>
      stepRule(rule, state, { type: 'seed', point: { sn: 'D-t', ts, value } });
    const first = seed(startState(false), 0, 0);
    const second = seed(first.state, MINUTE, 50);
    expect([...first.changes, ...second.changes]).toEqual([]);
    expect(second.state).toMatchObject({ up: false, pending: null, lastTs: MINUTE, lastValue: 50 });
    expect(changesOf(rule, second.state, pointAt(2 * MINUTE, 60))).toEqual([['open', 2 * MINUTE]]);
    expect(seed(startState(true), 0, 0).state.up).toBe(true);
  });
});

describe('a saved rule', () => {
  it('raises nothing for earlier hours', () => {
    /** 2026-03-02 is a Monday; Shanghai is eight hours ahead. */
    const monday = (hour: number) => Date.UTC(2026, 2, 2, hour - 8);
    const rule = ruleWith(HOT, { hours: makeHours(null, '09:00', '10:00') });
    const { state } = stepRule(rule, startState(false), pointAt(monday(8), 60));
    const saved = stepRule(rule, state, { type: 'saved', at: monday(11) });
    expect(saved.changes).toEqual([]);
    expect(changesOf(rule, saved.state, { type: 'clock', now: monday(12) })).toEqual([]);
    expect(changesOf(rule, saved.state, { type: 'clock', now: monday(33) })).toEqual([['open', monday(33)]]);
    const within = stepRule(rule, state, { type: 'saved', at: monday(9.5) });
    expect(changesOf(rule, within.state, { type: 'clock', now: monday(11) })).toEqual([['open', monday(9)]]);
  });
});

describe('hysteresis', () => {
  it('ends a threshold only when the value returned by that much', () => {
    const rule = ruleWith({ ...HOT, hysteresis: 5 });
    expect(ways(rule, [51, 49, 46, 45, 49, 51])).toEqual(['open', null, null, 'recover', null, 'open']);
  });

  it('works in the same way below a threshold and around a range', () => {
    const low = ruleWith({ kind: 'threshold', operator: '<=', threshold: 10, hysteresis: 2 });
    expect(ways(low, [10, 11, 12, 12.1])).toEqual(['open', null, null, 'recover']);
    const band = ruleWith({ kind: 'range', low: 10, high: 20, side: 'outside', hysteresis: 1 });
    expect(ways(band, [15, 21, 19.5, 19, 9, 10.5, 11])).toEqual([
      null,
      'open',
      null,
      'recover',
      'open',
      null,
      'recover',
    ]);
    const inside = ruleWith({ kind: 'range', low: 10, high: 20, side: 'inside', hysteresis: 1 });
    expect(ways(inside, [5, 15, 20.5, 21.5])).toEqual([null, 'open', null, 'recover']);
  });
});

describe('a rate of change', () => {
  const rate = (direction: 'any' | 'up' | 'down') =>
    ruleWith({ kind: 'rate', change: 10, direction, windowMs: 10 * MINUTE });
  const steps = (...values: number[]): Event[] => values.map((value, index) => [index * 4 * MINUTE, value]);

  it('raises an alarm when the value changed by that much within the time', () => {
    expect(run(rate('up'), steps(0, 4, 8, 14)).map((one) => one?.[0])).toEqual([
      undefined,
      undefined,
      undefined,
      'open',
    ]);
    expect(run(rate('up'), steps(20, 10, 0)).every((one) => one === null)).toBe(true);
    expect(run(rate('down'), steps(20, 10, 0))[1]).toEqual(['open', 4 * MINUTE]);
    expect(run(rate('any'), steps(20, 10))[1]).toEqual(['open', 4 * MINUTE]);
  });

  it('ignores values before it, however slowly the value changed', () => {
    expect(run(rate('any'), steps(0, 3, 6, 9, 12, 15)).every((one) => one === null)).toBe(true);
  });

  it('ends when the last period is calm again', () => {
    const events: Event[] = [
      [0, 0],
      [MINUTE, 20],
      [20 * MINUTE, 20],
    ];
    expect(run(rate('up'), events)).toEqual([null, ['open', MINUTE], ['recover', 20 * MINUTE]]);
  });
});

describe('a state', () => {
  const names = [
    { value: 0, name: 'Stopped' },
    { value: 3, name: 'Fault' },
  ];
  const rule = ruleWith({ kind: 'state', values: ['Fault', '7', 'tripped'], names });

  it('is recognised by its number, its name or the text itself', () => {
    expect(ways(rule, [0, 3, 0, 7, 1, 'tripped', 'ok'])).toEqual([
      null,
      'open',
      'recover',
      'open',
      'recover',
      'open',
      'recover',
    ]);
    expect(valueText(3, rule)).toBe('Fault');
    const on = ruleWith({ kind: 'state', values: ['1'], names: [] });
    expect(ways(on, [false, true])).toEqual([null, 'open']);
  });

  it('of a boolean may be on or off, as devices send it', () => {
    const values = (text: string) => statesValues(text, 'boolean', [{ value: 0, name: 'Off' }]);
    expect(values('true, ON,yes')).toEqual(['1']);
    expect(values('off；false')).toEqual(['0']);
    // The variable's own label for a value has priority.
    expect(values('Off, 1, tripped')).toEqual(['Off', '1', 'tripped']);
    expect(statesValues('on,3', 'number', [])).toEqual(['on', '3']);
    expect(ways(ruleWith({ kind: 'state', values: values('true'), names }), [0, 1, 0])).toEqual([
      null,
      'open',
      'recover',
    ]);
  });
});

describe('an expression', () => {
  const formula = parseFormula('[D-a] - [D-b] > 5');
  if (isFormulaProblem(formula)) throw new Error('no formula');
  const rule = ruleWith({ kind: 'expression', formula }, { watches: formula.variables });

  it('waits for all its variables, and stores the time of each', () => {
    const events: Event[] = [
      [10, 20, 'D-a'],
      [5, 10, 'D-b'],
      [11, 18, 'D-b'],
      [9, 0, 'D-b'],
      [12, 30, 'D-a'],
    ];
    expect(run(rule, events)).toEqual([null, ['open', 10], ['recover', 11], null, ['open', 12]]);
  });
});
