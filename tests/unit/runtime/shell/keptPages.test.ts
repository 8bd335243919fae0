import { describe, expect, it } from 'vitest';
import type { PageDefinition } from '../../../../generated/definition.ts';
import { isPageKept, type MountedPage, visitPage } from '../../../../runtime/shell/page/mountedPages.ts';

const page = (name: string, route = `/main/${name}`, flags = {}): PageDefinition => ({
  name,
  route,
  title: { zh: name, en: name },
  kind: 'custom',
  flags,
});
const at = (name: string, location = name): MountedPage<string> => ({ page: page(name), location });
const names = (mounted: readonly MountedPage<string>[]) => mounted.map((entry) => entry.page.name);

describe('pages kept alive', () => {
  it('are all except those with an id and those that exclude themselves', () => {
    expect(isPageKept(page('a'))).toBe(true);
    expect(isPageKept(page('a', '/main/device/:sn'))).toBe(false);
    expect(isPageKept(page('a', '/main/a', { keepAlive: false }))).toBe(false);
  });

  it('remain when the user navigates, with the current one last', () => {
    const mounted = visitPage(visitPage([], at('a')), at('b'));
    expect(names(mounted)).toEqual(['a', 'b']);
    expect(names(visitPage(mounted, at('a')))).toEqual(['b', 'a']);
  });

  it('remember where each was', () => {
    const mounted = [at('a', 'a?filter=1'), at('b')].reduce<readonly MountedPage<string>[]>(
      (before, entry) => visitPage(before, entry),
      [],
    );
    expect(mounted[0]?.location).toBe('a?filter=1');
  });

  it('are the same list when nothing changed', () => {
    const mounted = visitPage([], at('a'));
    expect(visitPage(mounted, at('a'))).toBe(mounted);
  });

  it('drop the least recently used one', () => {
    const mounted = ['a', 'b', 'a', 'c'].reduce<readonly MountedPage<string>[]>(
      (before, name) => visitPage(before, at(name), 2),
      [],
    );
    expect(names(mounted)).toEqual(['a', 'c']);
  });
});
