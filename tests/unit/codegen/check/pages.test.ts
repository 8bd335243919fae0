/** A page names existing pages, records and fields, and has only keywords that its kind reads. */
import { describe, expect, it } from 'vitest';
import { problemsOf, text } from '../rackWith.ts';

const page = (name: string, more: object = {}) => ({
  file: `schemas/pages/ems/${name}.json`,
  value: { name, route: `/main/racks/${name}`, title: text, kind: 'list', entity: 'batteryRack', ...more },
});
const hub = (more: object) =>
  page('Racks', { route: '/main/racks', kind: 'tabs', entity: undefined, tabs: ['All'], ...more });

const problems = (...pages: object[]) =>
  problemsOf('', null, { pages }).map(({ pointer, message }) => `${pointer} ${message}`);

describe('a page', () => {
  it('may have a filter, tabs, or a redirect to the first page below it', () => {
    const some = page('Some', { where: { level: ['A', 'B'], cells: 12 } });
    const first = page('First', { route: '/main', kind: 'redirect', entity: undefined, to: 'first' });
    expect(problems(hub({}), page('All'), some, first)).toEqual([]);
  });

  it.each<[string, object[], RegExp]>([
    ['a field that is not there', [page('All', { where: { levle: 'A' } })], /^\/where\/levle .*"level"/],
    ['a value that none has', [page('All', { where: { level: 'C' } })], /^\/where\/level "C" .*A, B/],
    ['a value of another type', [page('All', { where: { cells: 'many' } })], /^\/where\/cells .*integer/],
    ['a tab that is no page', [hub({ tabs: ['Al'] }), page('All')], /^\/tabs\/0 .*use All/],
    [
      'a tab elsewhere',
      [hub({}), page('All', { route: '/main/all' })],
      /^\/tabs\/0 the route of All does not begin with \/main\/racks\//,
    ],
    [
      'a tab of two pages',
      [hub({}), hub({ name: 'Both', route: '/main' }), page('All')],
      /^\/tabs\/0 All is already a tab of another page/,
    ],
    ['tabs without tabs', [hub({ tabs: undefined })], /is missing "tabs"/],
    ['a record of nothing', [page('One', { kind: 'record', entity: undefined })], /is a record page without/],
    [
      'a station that records do not have',
      [page('One', { kind: 'record', flags: { site: true } })],
      /^\/flags\/site .*batteryRack have no station/,
    ],
    [
      'what its kind does not read',
      [page('Board', { kind: 'board', entity: undefined, where: { level: 'A' } })],
      /^\/where has no effect on a page of this kind: .* list, record/,
    ],
    [
      'a field that many records share',
      [page('One', { kind: 'detail', by: 'level' })],
      /^\/by does not identify one record of batteryRack: use .*id/,
    ],
    [
      'a preset that there is not',
      [page('Board', { kind: 'board', entity: undefined, preset: 'solr' })],
      /^\/preset is not the name of a preset/,
    ],
    [
      'a way to nothing',
      [page('First', { kind: 'redirect', entity: undefined, to: 'first' })],
      /^\/to leads nowhere, because there is no page below \/main\/racks\/First/,
    ],
  ])('is refused with %s', (_, pages, message) => {
    expect(problems(...pages).join('\n')).toMatch(message);
  });
});
