/** A section is a heading across the board. All widgets up to the next heading belong to it. */
import type { BoardWidget, LayoutItem } from '../../../generated/definition.ts';
import { readingOrder } from './layout.ts';

export const SECTION = 'section';

/** Returns each section of one tab with its widgets. */
export function sectionsOf(
  layout: readonly LayoutItem[],
  widgets: readonly BoardWidget[],
): ReadonlyMap<string, string[]> {
  const headings = new Set(widgets.filter(({ type }) => type === SECTION).map(({ id }) => id));
  const sections = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const { i } of readingOrder(layout)) {
    if (headings.has(i)) {
      current = [];
      sections.set(i, current);
    } else current?.push(i);
  }
  return sections;
}

/** Returns the widgets that are hidden because their section is closed. */
export function foldedWidgets(
  sections: ReadonlyMap<string, string[]>,
  isClosed: (id: string) => boolean,
): ReadonlySet<string> {
  return new Set([...sections].flatMap(([id, members]) => (isClosed(id) ? members : [])));
}
