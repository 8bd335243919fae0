/** A display of a list may only use existing fields of a kind that it can draw. */
import { describe, expect, it } from 'vitest';
import { EXTRA, problemsOf, text } from '../rackWith.ts';

const DAYS = { as: 'calendar', from: 'createdAt' };

const problems = (displays: unknown) =>
  problemsOf('list/displays', displays).map(({ pointer, message }) => `${pointer} ${message}`);

describe('a display of a list', () => {
  it('may use any suitable field', () => {
    expect(
      problems([
        { as: 'kanban', by: 'level', fields: ['cells'] },
        { as: 'calendar', from: 'createdAt', color: 'level' },
        { as: 'gantt', from: 'createdAt', to: 'updatedAt', progress: 'cells', work: true },
        { as: 'timeline', from: 'createdAt', by: 'name', fields: ['cells'], count: text },
        { as: 'map', place: ['cells', 'cells'] },
        { as: 'cards' },
        { as: 'workbench' },
        { as: 'compare', fields: ['name'], best: { cells: 'greatest' } },
        { as: 'feed', text: 'name' },
      ]),
    ).toEqual([]);
    const photos = { type: 'array', title: text, items: { type: 'string', format: 'image' } };
    expect(problemsOf(EXTRA, photos)).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ['without what it needs', { as: 'kanban' }, /^\/list\/displays\/0 is missing "by"/],
    ['with what it does not read', { as: 'cards', from: 'createdAt' }, /\/from is not a part of "cards"/],
    ['by a slip', { as: 'kanban', by: 'lvel' }, /\/by "lvel" is not a field .*"level"/],
    ['by a field without values', { as: 'kanban', by: 'name' }, /\/by "name" is not a field/],
    ['on days that are none', { as: 'calendar', from: 'cells' }, /\/from "cells" .*createdAt, updatedAt/],
    ['with a picture that is none', { as: 'gallery', picture: 'name' }, /\/picture "name" is not a field/],
    ['at half a place', { as: 'map', place: ['cells'] }, /\/place\/0 "cells" is not a field/],
    ['with a field that is secret', { as: 'cards', fields: ['tokn'] }, /\/fields\/0 "tokn" is not a field/],
    ['hatched by a slip', { ...DAYS, color: 'level', hatch: ['hgh'] }, /\/hatch\/0 "hgh" is not a value/],
    ['hatched without a colour', { ...DAYS, hatch: ['high'] }, /\/hatch\/0 "high" is not a value/],
    [
      'with a team that has no lanes',
      { as: 'timeline', from: 'createdAt', by: 'name', team: true },
      /\/team needs lanes of users/,
    ],
    [
      'with seats that have no lanes',
      { as: 'timeline', from: 'createdAt', by: 'name', seats: [] },
      /\/seats needs lanes of users/,
    ],
    [
      'with seats of records that have no persons',
      { as: 'timeline', from: 'createdAt', by: 'createdBy', seats: ['station'] },
      /\/seats\/0 "station" has no timeline by user/,
    ],
    ['with a count that it has no place for', { ...DAYS, count: text }, /\/count is not a part/],
    ['with a best text', { as: 'compare', best: { name: 'least' } }, /\/best\/name "name" is not a field/],
    ['as a feed of figures', { as: 'feed', text: 'cells' }, /\/text "cells" is not a field/],
    ['as a feed without an author', { as: 'feed', text: 'name', by: 'level' }, /\/by "level" is not a field/],
    ['in a way that there is not', { as: 'kanbn' }, /\/as .*"kanban"/],
  ])('is refused %s', (_, display, message) => {
    expect(problems([display]).join('\n')).toMatch(message);
  });

  it('is there once', () => {
    expect(problems([{ as: 'cards' }, { as: 'cards' }])[0]).toMatch(/^\/list\/displays\/1\/as/);
  });
});
