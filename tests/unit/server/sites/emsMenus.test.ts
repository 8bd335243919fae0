import { describe, expect, it } from 'vitest';
import type { PageDefinition } from '../../../../generated/definition.ts';
import { listOpenEntries, sortPages } from '../../../../server/sites/siteAccess/emsMenus.ts';

const page = (route: string): PageDefinition => ({
  ...{ name: route.replaceAll('/', ''), route, kind: 'custom' },
  title: { zh: '页', en: 'Page' },
});
const routes = (pages: readonly PageDefinition[]) => pages.map(({ route }) => route);

const WARNING = '/main/ems/map/warning';
const entries = [
  { id: 1, parentId: null, route: '/main/ems/map' },
  { id: 2, parentId: 1, route: WARNING },
  { id: 3, parentId: 2, route: `${WARNING}/rule` },
  { id: 4, parentId: null, route: '/main/ems/Setting' },
];
const pages = [
  WARNING,
  `${WARNING}/rule`,
  `${WARNING}/record`,
  '/main/ems/Setting/x',
  '/main/ems/y',
  '/main/z',
].map(page);

describe('the EMS menu', () => {
  it('opens the chosen entries with all below them, and ignores deleted ones', () => {
    expect([...listOpenEntries(entries, [2, 9])]).toEqual([2, 3]);
    expect([...listOpenEntries(entries, [1])]).toEqual([1, 2, 3]);
  });

  it('assigns a page to the nearest entry above it', () => {
    const { open, closed, others } = sortPages(pages, entries, [3]);
    expect(routes(open)).toEqual([`${WARNING}/rule`]);
    expect(routes(closed)).toEqual([WARNING, `${WARNING}/record`, '/main/ems/Setting/x']);
    expect(routes(others)).toEqual(['/main/ems/y']);
  });

  it('does not match an address that only begins alike', () => {
    expect(routes(sortPages([page(`${WARNING}s/record`)], entries, [2]).open)).toEqual([]);
  });
});
