/** The view of a day has a row for each person, with the records of the day. */
import { expect, it } from 'vitest';
import { entities } from '../../../../generated/entities.ts';
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import { seatEntryOf, seatsOf } from '../../../../runtime/list/displays/time/seats.ts';

const sheet = entities.siteWorksheet as Entity;
const leaveDay = entities.leaveDay as Entity;
const span = (hour: number) => {
  const from = new Date(2026, 10, 30, hour);
  return { from, to: from };
};
const work = (id: number, handlerId: number | null, hour: number) =>
  seatEntryOf(
    { entity: sheet, display: { as: 'timeline', by: 'handlerId' } },
    { id, version: 1, handlerId },
    span(hour),
  );
const away = (id: number, userId: number | null) =>
  seatEntryOf(
    { entity: leaveDay, display: { as: 'timeline', by: 'userId' } },
    { id, version: 1, userId },
    span(0),
  );
const TEAM = [
  { id: 1, name: 'Ann' },
  { id: 2, name: 'Bob' },
];

it('has a row for each person of the team, for others with records, and for records of the list without one', () => {
  const entries = [work(10, 1, 14), work(11, 1, 9), away(12, 3), away(13, null), work(14, null, 8)];
  const rows = seatsOf(TEAM, entries, 'siteWorksheet').map(({ person, name, entries: shown }) => [
    person,
    name,
    shown.map(({ record }) => record.id),
  ]);
  expect(rows).toEqual([
    [1, 'Ann', [11, 10]],
    [2, 'Bob', []],
    [3, undefined, [12]],
    [null, undefined, [14]],
  ]);
});
