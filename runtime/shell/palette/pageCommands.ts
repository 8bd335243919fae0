import type { PageDefinition } from '../../../generated/definition.ts';
import type { Command } from '../../kit/command/command.ts';
import { pageAccess, type Visitor } from '../../kit/session/pageAccess.ts';

/** Returns a command for every accessible page whose address needs no parameters. */
export function commandsPages(
  pages: readonly PageDefinition[],
  visitor: Visitor,
  go: (path: string) => void,
): Command[] {
  return pages
    .filter(
      (page) =>
        page.kind !== 'redirect' &&
        page.flags?.open !== true &&
        !page.route.includes(':') &&
        pageAccess(page, visitor) === 'open',
    )
    .map((page) => ({
      id: `page.${page.name}`,
      group: 'page',
      title: page.title,
      icon: page.menu?.icon ?? 'list',
      ...(page.shortcut && { shortcut: page.shortcut }),
      words: [page.name],
      run: () => go(page.route),
    }));
}
