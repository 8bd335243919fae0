/** Records that are work or absences of people name a user, a day, minutes, and a half of the day. */
import { expect, it } from 'vitest';
import { field, problemsOf, text } from './rackWith.ts';

const FIELDS = {
  workerId: { type: 'integer', title: { zh: '员工', en: 'Worker' }, 'x-ref': 'user' },
  dueTime: { type: 'string', format: 'date-time', title: { zh: '截止', en: 'Due' } },
  day: { type: 'string', format: 'date', title: { zh: '日期', en: 'Day' } },
  minutes: { type: 'integer', title: { zh: '用时', en: 'Minutes' } },
  half: {
    ...{ type: 'string', title: { zh: '时段', en: 'Half' } },
    'x-options': [
      { value: 'morning', title: { zh: '上午', en: 'Morning' } },
      { value: 'afternoon', title: { zh: '下午', en: 'Afternoon' } },
    ],
  },
};
const USER = {
  ...{
    name: 'user',
    title: text,
    label: 'name',
    list: { columns: ['name'] },
    api: { base: '/manager/user' },
  },
  schema: { type: 'object', properties: { name: field({}) } },
};
const WORK = { by: 'workerId', on: 'dueTime', minutes: 'minutes', where: { half: 'morning' } };
const ABSENCE = {
  by: 'workerId',
  day: 'day',
  half: 'half',
  text: { zh: '{name}休假', en: '{name} is away' },
};

const problems = (path: string, value: object) =>
  problemsOf(path, value, {}, [USER], FIELDS).map(({ pointer, message }) => `${pointer} ${message}`);

it('are accepted with fitting fields', () => {
  expect(problems('/work', WORK)).toEqual([]);
  expect(problems('/absence', ABSENCE)).toEqual([]);
});

it.each<[string, string, object, RegExp]>([
  ['a user', '/work', { ...WORK, by: 'minutes' }, /^\/work\/by .*workerId/],
  ['a day or a moment', '/work', { ...WORK, on: 'minutes' }, /^\/work\/on .*dueTime/],
  ['whole minutes', '/work', { ...WORK, minutes: 'day' }, /^\/work\/minutes .*minutes/],
  ['known values', '/work', { ...WORK, where: { half: 'noon' } }, /^\/work\/where\/half .*morning/],
  ['a day', '/absence', { ...ABSENCE, day: 'dueTime' }, /^\/absence\/day .*day/],
  ['both halves', '/absence', { ...ABSENCE, half: 'day' }, /^\/absence\/half .*half/],
  ['known places', '/absence', { ...ABSENCE, text: { zh: '{who}', en: 'away' } }, /^\/absence\/text\/zh /],
])('need %s', (_, path, value, message) => {
  expect(problems(path, value)).toEqual([expect.stringMatching(message)]);
});

it('are needed for a display with the load of each lane', () => {
  const lanes = [{ as: 'timeline', from: 'day', by: 'workerId', load: true }];
  expect(problems('/list/displays', lanes)).toEqual([expect.stringMatching(/^\/list\/displays\/0\/load /)]);
});
