import { describe, expect, it } from 'vitest';
import type { ListDisplay } from '../../../../generated/definition.ts';
import { entities } from '../../../../generated/entities.ts';
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import { displaysWithout } from '../../../../runtime/core/displays.ts';
import { entriesByDay, listShownDays, turnDays } from '../../../../runtime/list/displays/calendar/days.ts';
import {
  daysBetween,
  dayText,
  momentOf,
  queryWithin,
  shiftedValues,
  spanOf,
} from '../../../../runtime/list/displays/dates.ts';
import { dropOf } from '../../../../runtime/list/displays/kanban/drop.ts';
import { placedRecords } from '../../../../runtime/list/displays/places.ts';
import {
  axisMonths,
  axisPlace,
  barOf,
  cutDays,
  makeAxis,
  packLines,
} from '../../../../runtime/list/displays/time/timeAxis.ts';

const customer = entities.customer as Entity;
const leave = entities.leave as Entity;
const record = (values: object) => ({ id: 1, version: 1, _actions: ['update'], ...values });

describe('a record that is moved to another column', () => {
  const ways = (state: string, ...actions: string[]) => record({ state, _actions: ['update', ...actions] });
  const drop = (one: ReturnType<typeof record>, value: string) => dropOf(customer, 'state', one, value, 7);

  it('makes the transition to that state, if possible', () => {
    expect(drop(ways('developing', 'close'), 'deal')).toMatchObject({
      do: 'move',
      transition: { name: 'close' },
    });
    expect(drop(ways('deal'), 'deal')).toEqual({ do: 'nothing' });
  });

  it('remains, with the reason, without a transition or a permission', () => {
    expect(drop(ways('lost', 'redevelop'), 'deal')).toEqual({ do: 'refuse', why: { key: 'display.noWay' } });
    expect(drop(ways('developing'), 'deal')).toEqual({ do: 'refuse', why: { key: 'flow.noRight' } });
  });

  it('gets the value of a plain choice, if its reader may write it', () => {
    const level = (one: object) => dropOf(customer, 'level', record({ level: 'NP', ...one }), 'VIP', 7);
    expect(level({})).toEqual({ do: 'set' });
    expect(level({ _readonly: ['level'] })).toEqual({ do: 'refuse', why: { key: 'display.readOnly' } });
    expect(level({ _actions: [] })).toEqual({ do: 'refuse', why: { key: 'display.readOnly' } });
  });
});

const MONTHS: ListDisplay = { as: 'calendar', from: 'startDate', to: 'endDate' };
const day = (text: string) => momentOf(text)!;

describe('the days of records', () => {
  it('are local days, also over a clock change', () => {
    expect(daysBetween(day('2026-03-20'), day('2026-04-02'))).toBe(13);
    expect(dayText(day('2026-02-28'))).toBe('2026-02-28');
    expect(spanOf(MONTHS, record({ startDate: '2026-05-04', endDate: '2026-05-01' }))).toEqual({
      from: day('2026-05-04'),
      to: day('2026-05-04'),
    });
    expect(spanOf(MONTHS, record({ endDate: '2026-05-01' }))).toBeNull();
  });

  it('fill whole weeks around a month', () => {
    const shown = listShownDays('month', day('2026-11-25'));
    expect([dayText(shown[0]!), dayText(shown.at(-1)!), shown.length]).toEqual([
      '2026-10-26',
      '2026-12-06',
      42,
    ]);
    expect(listShownDays('week', day('2026-11-29')).map(dayText)[0]).toBe('2026-11-23');
    expect(dayText(turnDays('month', day('2026-01-31'), 1))).toBe('2026-02-01');
  });

  it('contain records over several days, and are requested accordingly', () => {
    const days = listShownDays('week', day('2026-11-25'));
    const long = { span: { from: day('2026-11-20'), to: day('2026-11-24') } };
    const byDay = entriesByDay(days, [long]);
    expect([...byDay].filter(([, entries]) => entries.length > 0).map(([text]) => text)).toEqual([
      '2026-11-23',
      '2026-11-24',
    ]);
    const within = { start: days[0]!, end: day('2026-11-30') };
    const { filter, sort } = queryWithin(leave, MONTHS, { search: 'x' }, within);
    expect(JSON.parse(filter ?? '')).toEqual({
      and: [
        { field: 'startDate', op: 'lt', value: '2026-11-30' },
        {
          or: [
            { field: 'startDate', op: 'gte', value: '2026-11-23' },
            { field: 'endDate', op: 'gte', value: '2026-11-23' },
          ],
        },
      ],
    });
    expect(sort).toBe('startDate');
  });

  it('move together, and keep the time of day', () => {
    const both = record({ startDate: '2026-11-29', endDate: '2026-12-01' });
    expect(shiftedValues(leave, MONTHS, both, 2)).toEqual({ startDate: '2026-12-01', endDate: '2026-12-03' });
    const due = { as: 'calendar', from: 'dueTime' } as const;
    const moved = shiftedValues(
      entities.siteWorksheet as Entity,
      due,
      record({ dueTime: '2026-11-25T08:30:00.000Z' }),
      -1,
    );
    expect(moved).toEqual({ dueTime: '2026-11-24T08:30:00.000Z' });
  });
});

describe('bars along the time', () => {
  const today = day('2026-11-25');
  const axis = makeAxis([{ from: day('2026-11-02'), to: day('2026-12-20') }], 'day', today);

  it('are on whole months with margins at both ends', () => {
    expect([dayText(axis.start), axis.days]).toEqual(['2026-10-01', 123]);
    expect(axisMonths(axis).map(({ day: first }) => dayText(first))).toEqual([
      '2026-10-01',
      '2026-11-01',
      '2026-12-01',
      '2027-01-01',
    ]);
    expect(axisPlace(axis, day('2026-10-03'))).toBe(192);
  });

  it('last to the end of their last day, and have a minimum width', () => {
    expect(barOf(axis, { from: day('2026-10-01'), to: day('2026-10-02') })).toEqual({ left: 0, width: 192 });
    const short = new Date(day('2026-10-01').getTime() + 60_000);
    expect(barOf(axis, { from: new Date(short.getTime() - 1000), to: short }).width).toBe(10);
  });

  it('are stacked if they overlap', () => {
    const bars = [
      { left: 0, width: 30 },
      { left: 20, width: 30 },
      { left: 30, width: 5 },
    ];
    expect(packLines(bars)).toEqual({ lines: [0, 1, 0], count: 2 });
    expect(packLines([])).toEqual({ lines: [], count: 1 });
  });

  it('have days at both edges of the visible part that are cut', () => {
    expect(cutDays(axis, { from: 96, to: 300 })).toEqual([3]);
    expect(cutDays(axis, { from: 100, to: 288 })).toEqual([1]);
    expect(cutDays(axis, { from: 96.5, to: 288.5 })).toEqual([1, 3]);
  });
});

describe('hidden fields', () => {
  it('remove the displays that need them, and are omitted in the others', () => {
    const displays: ListDisplay[] = [
      { as: 'cards', picture: 'logo', fields: ['state', 'level'] },
      { as: 'kanban', by: 'state' },
      { as: 'map', place: ['longitude', 'latitude'], color: 'state' },
    ];
    const without = (...names: string[]) =>
      displaysWithout({ columns: ['name'], displays }, (name) => names.includes(name));
    expect(without('state', 'logo')?.map(({ as }) => as)).toEqual(['cards', 'map']);
    expect(without('state', 'logo')?.[0]).toMatchObject({ fields: ['level'], picture: undefined });
    expect(without('state')?.[1]).toMatchObject({ as: 'map', color: undefined });
    expect(without('latitude')?.map(({ as }) => as)).toEqual(['cards', 'kanban']);
  });

  it('a record without both coordinates is not placed', () => {
    const display: ListDisplay = { as: 'map', place: ['longitude', 'latitude'] };
    const placed = placedRecords(display, [
      record({ longitude: 120.6, latitude: 31.3 }),
      record({ longitude: 120.6, latitude: null }),
    ]);
    expect(placed.map(({ at }) => at)).toEqual([[120.6, 31.3]]);
    const pair = placedRecords({ as: 'map', place: ['place'] }, [record({ place: [100.3, 5.4] })]);
    expect(pair[0]?.at).toEqual([100.3, 5.4]);
  });
});
