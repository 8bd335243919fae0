/** Rules about other records that cannot be computed are refused, with the correct form. */
import { describe, expect, it } from 'vitest';
import { problemsOf, text } from '../rackWith.ts';

const day = { type: 'string', format: 'date', title: text };
const moment = { type: 'string', format: 'date-time', title: text };
const problems = (keyword: string, rule: object, fields: object = {}) =>
  problemsOf(keyword, [rule], {}, [], fields).map(({ pointer, message }) => [pointer, message]);

describe('records that do not overlap', () => {
  const fields = { begins: day, ends: day, until: moment };
  const apart = (more: object = {}) =>
    problems('apart', { by: ['level'], from: 'begins', to: 'ends', text, ...more }, fields);

  it('pass if they have equal fields, a begin and an end', () => {
    expect(apart()).toEqual([]);
    expect(apart({ by: [], to: ['ends', 'begins'], where: "level != 'A'" })).toEqual([]);
  });

  it.each<[string, object, string, RegExp]>([
    ['that agree in no field', { by: ['lvel'] }, '/by/0', /"level"/],
    ['that begin with a text', { from: 'name' }, '/from', /is allowed here/],
    ['whose day ends with a moment', { to: ['ends', 'until'] }, '/to/1', /another type than "begins"/],
    ['of a value that none has', { where: "level = 'C'" }, '/where', /A, B/],
    ['whose sentence names no field', { text: { zh: '{lvel}', en: '{level}' } }, '/text/zh', /level/],
  ])('are refused %s', (_, more, pointer, message) => {
    expect(apart(more)).toEqual([[`/apart/0${pointer}`, expect.stringMatching(message)]]);
  });

  it('do not reveal data without permission by a refusal', () => {
    const place = { type: 'string', title: text, 'x-permission': 'batteryRack:costs' };
    const rule = { by: ['place'], from: 'begins', to: 'ends', text };
    expect(problems('apart', rule, { ...fields, place })).toEqual([
      ['/apart/0', expect.stringContaining('batteryRack.place hides')],
    ]);
  });
});

describe('a rule over figures of other records', () => {
  const across = (figure: object = {}, more: object = {}, fields: object = {}) =>
    problems(
      'across',
      {
        figures: { total: { do: 'sum', field: 'cells', by: { level: 'level' }, ...figure } },
        ...{ check: 'total <= 24', at: 'cells', text: { zh: '{total}', en: '{total}' } },
        ...more,
      },
      fields,
    );

  it('passes for records of its own entity, and of another one with an index', () => {
    expect(across()).toEqual([]);
    expect(across({ where: "level = 'A'" })).toEqual([]);
  });

  it.each<[string, object, object, string, RegExp]>([
    ['over no entity', { of: 'batteryRak' }, {}, '/figures/total/of', /"batteryRack"/],
    ['that adds up texts', { field: 'name' }, {}, '/figures/total/field', /is allowed here/],
    ['that adds up nothing', { field: undefined }, {}, '/figures/total', /missing "field"/],
    ['that counts a field', { do: 'count' }, {}, '/figures/total/field', /counts records/],
    ['by fields of two types', { by: { level: 'cells' } }, {}, '/figures/total/by/level', /another type/],
    ['at no field', {}, { at: 'cels' }, '/at', /"cells"/],
    ['that gives a number', {}, { check: 'total + 1' }, '/check', /yes or no/],
  ])('is refused %s', (_, figure, more, pointer, message) => {
    expect(across(figure, more)).toContainEqual([
      expect.stringContaining(`/across/0${pointer}`),
      expect.stringMatching(message),
    ]);
  });

  it('does not reveal data without permission', () => {
    const hidden = { type: 'integer', title: text, 'x-permission': 'batteryRack:costs' };
    expect(across({ field: 'cost' }, {}, { cost: hidden })).toContainEqual([
      '/across/0/figures/total',
      expect.stringContaining('batteryRack.cost hides'),
    ]);
  });
});
