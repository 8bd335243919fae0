import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleDays } from '../../../../../runtime/core/time/recurrence.ts';
import {
  dayAfter,
  isWorkDay,
  nextWorkDay,
  PLAIN_WEEK,
  placeDays,
} from '../../../../../runtime/core/time/workDays.ts';
import { joinRule, ruleText, splitRule } from '../../../../../runtime/fieldTypes/rrule/parts.ts';
import { rrule } from '../../../../../runtime/fieldTypes/rrule/type.ts';
import { nextDays } from '../../../../../runtime/form/controls/recurrence/nextDays.ts';
import { standardDays } from '../../../../../server/engine/time/calendarContent.ts';
import { threadMs } from '../../../../support/server/processorTime.ts';

const YEAR = { from: '2026-01-01', to: '2026-12-31' };

describe('the days of a rule', () => {
  it.each([
    [
      'FREQ=MONTHLY;BYMONTHDAY=31',
      '2026-01-31',
      ['01-31', '03-31', '05-31', '07-31', '08-31', '10-31', '12-31'],
    ],
    ['FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3', '2026-01-05', ['01-31', '02-28', '03-31']],
    [
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1;UNTIL=20260401',
      '2026-01-05',
      ['02-02', '03-02', '04-01'],
    ],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;COUNT=4', '2026-01-05', ['01-05', '01-09', '01-19', '01-23']],
    ['FREQ=YEARLY;BYMONTH=5;BYDAY=2SU', '2026-01-01', ['05-10']],
    ['FREQ=YEARLY', '2024-02-29', []],
  ])('%s from %s', (rule, start, days) => {
    expect(ruleDays(rule, start, YEAR)).toEqual(days.map((day) => `2026-${day}`));
  });

  it('are counted from the first day, for any window', () => {
    const rule = 'FREQ=DAILY;INTERVAL=7;COUNT=400';
    expect(ruleDays(rule, '2020-01-01', { from: '2026-01-01', to: '2026-01-20' })).toEqual([
      ...['2026-01-07', '2026-01-14'],
    ]);
    expect(ruleDays('FREQ=DAILY', '1990-01-01', { from: '2026-01-01', to: '2026-01-02' })).toHaveLength(2);
    expect(ruleDays('FREQ=DAILY', '2027-01-01', YEAR)).toEqual([]);
  });

  it('are empty if the rule has none, which is found quickly', () => {
    const work = threadMs(() => {
      for (const rule of ['FREQ=DAILY;INTERVAL=7;BYDAY=TU', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'])
        expect(ruleDays(rule, '2026-01-05', { from: '2026-01-01', to: '2036-12-31' })).toEqual([]);
    });
    expect(work).toBeLessThan(5_000);
  });

  it('are found for every valid value of the field type', () => {
    const weekdays = fc.subarray(['MO', '-1TU', '2WE', 'TH', 'FR', 'SA', '+1SU'], { minLength: 1 });
    const rules = fc
      .tuple(
        fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
        fc.option(fc.integer({ min: 1, max: 999 })),
        fc.option(weekdays),
        fc.option(fc.constantFrom(1, 15, 31, -1)),
      )
      .map(([frequency, interval, days, monthDay]) =>
        [
          `FREQ=${frequency}`,
          ...(interval ? [`INTERVAL=${interval}`] : []),
          ...(days ? [`BYDAY=${days.join(',')}`] : []),
          ...(monthDay ? [`BYMONTHDAY=${monthDay}`] : []),
        ].join(';'),
      );
    fc.assert(
      fc.property(rules, (rule) => {
        expect(rrule.pattern!.test(rule)).toBe(true);
        const days = ruleDays(rule, '2026-01-05', { from: '2026-01-05', to: '2026-04-05' });
        expect(days).toEqual([...new Set(days)].sort());
      }),
      { numRuns: 60 },
    );
  });
});

describe('the working calendar', () => {
  const HOLIDAYS = {
    weekend: [6, 7],
    days: new Map([
      ['2026-10-01', 'holiday'],
      ['2026-10-02', 'holiday'],
      ['2026-10-10', 'work'],
    ] as const),
  };

  it('contains weekends, holidays and the days that compensate for them', () => {
    const work = ['2026-09-30', '2026-10-01', '2026-10-03', '2026-10-10', '2026-10-11'].map((day) =>
      isWorkDay(HOLIDAYS, day),
    );
    expect(work).toEqual([true, false, false, true, false]);
    expect(nextWorkDay(HOLIDAYS, '2026-10-01')).toBe('2026-10-05');
    expect(nextWorkDay({ weekend: [1, 2, 3, 4, 5, 6, 7], days: new Map() }, '2026-10-01')).toBeNull();
  });

  it('contains the working days of 2026', () => {
    const ours = { weekend: [6, 7], days: new Map(standardDays().map(({ day, kind }) => [day, kind])) };
    const days = Array.from({ length: 365 }, (_, at) => dayAfter('2026-01-01', at));
    expect(days.filter((day) => isWorkDay(ours, day))).toHaveLength(248);
    const autumn = days.filter((day) => day >= '2026-09-20' && day <= '2026-10-11');
    expect([autumn.length, autumn.filter((day) => isWorkDay(ours, day)).length]).toEqual([22, 11]);
  });

  it('skips days, or moves them to the next working day, each once', () => {
    const days = ['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04', '2026-10-06'];
    expect(placeDays(days, 'any', HOLIDAYS)).toHaveLength(5);
    expect(placeDays(days, 'skip', HOLIDAYS)).toEqual([{ ruleDay: '2026-10-06', day: '2026-10-06' }]);
    expect(placeDays(days, 'next', HOLIDAYS)).toEqual([
      { ruleDay: '2026-10-01', day: '2026-10-05' },
      { ruleDay: '2026-10-06', day: '2026-10-06' },
    ]);
    expect(placeDays(['2026-10-03', '2026-10-05'], 'next', PLAIN_WEEK)).toEqual([
      { ruleDay: '2026-10-05', day: '2026-10-05' },
    ]);
  });
});

describe('a rule composed of parts', () => {
  it.each([
    ['FREQ=DAILY', '每天', 'every day'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR', '每 2 周 周一、周五', 'every 2 weeks on Mon, Fri'],
    ['FREQ=MONTHLY;BYMONTHDAY=15;COUNT=3', '每月 15 日 共 3 次', 'every month on day 15 3 times'],
    [
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1',
      '每月 第一个工作日（周一至周五）',
      'every month on the first weekday',
    ],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '每月 最后一天', 'every month on the last day'],
    ['FREQ=MONTHLY;BYDAY=1WE', '每月 第一个周三', 'every month on the first Wed'],
    ['FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR', '每 3 个月 最后一个周五', 'every 3 months on the last Fri'],
    ['FREQ=YEARLY;UNTIL=20301231', '每年 至 2030-12-31', 'every year until 2030-12-31'],
  ])('%s is the same in parts and in words', (rule, zh, en) => {
    expect(joinRule(splitRule(rule)!)).toBe(rule);
    expect([ruleText(rule, 'zh'), ruleText(rule, 'en')]).toEqual([zh, en]);
  });

  it('names one day of the year, without parts', () => {
    const rule = 'FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=20';
    expect([splitRule(rule), ruleText(rule, 'zh'), ruleText(rule, 'en')]).toEqual([
      ...[null, '每年 4月20日', 'every year on 20 April'],
    ]);
  });

  it('remains a text if the parts are not sufficient', () => {
    for (const rule of [
      'FREQ=MONTHLY;BYDAY=5MO',
      'FREQ=MONTHLY;BYDAY=1MO,3MO',
      'FREQ=YEARLY;BYMONTH=5',
      'FREQ=WEEKLY;BYDAY=MO;WKST=SU',
    ])
      expect([splitRule(rule), ruleText(rule, 'zh')]).toEqual([null, rule]);
  });

  it('shows its next days, or that it has none', () => {
    expect(nextDays('FREQ=WEEKLY;BYDAY=MO', '2026-11-25')).toEqual([
      '2026-11-30',
      '2026-12-07',
      '2026-12-14',
    ]);
    expect(nextDays('FREQ=YEARLY', '2026-11-25')).toEqual(['2026-11-25', '2027-11-25', '2028-11-25']);
    expect(nextDays('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '2026-11-25')).toEqual([]);
    expect(nextDays('weekly')).toBeNull();
    expect(dayAfter('2026-02-28')).toBe('2026-03-01');
  });
});
