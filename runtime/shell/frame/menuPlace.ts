/** Decides which parts of the menu are visible: open groups, and the pages at the top. Pure. */
import { isBelow } from '../../core/definitions/pages.ts';
import type { MenuGroup, MenuItem } from './menu.ts';

/** A menu with at most this number of pages starts with all groups open. */
const SHORT_MENU = 24;
const RECENT_SHOWN = 4;
/** The group with the user's tasks is always visible. */
const DESK = 'bottom';

/** Groups that the user has opened (true) or closed (false). */
export type GroupChoice = Readonly<Record<string, boolean>>;

/**
 * Returns the page of the menu for an address: the one with the longest matching prefix. Null if there is
 * none.
 */
export function itemAt(groups: readonly MenuGroup[], pathname: string): MenuItem | null {
  const above = groups.flatMap(({ children }) => children).filter(({ route }) => isBelow(pathname, route));
  return above.reduce<MenuItem | null>(
    (found, item) => (found && found.route.length >= item.route.length ? found : item),
    null,
  );
}

/**
 * Returns whether a group is open. In a long menu groups start collapsed, except the personal desk and the group of the
 * open page.
 */
export function isGroupOpen(
  { group, children }: MenuGroup,
  groups: readonly MenuGroup[],
  { choice, current }: { choice: GroupChoice; current: MenuItem | null },
): boolean {
  const chosen = choice[group];
  if (chosen !== undefined) return chosen;
  const pages = groups.reduce((sum, one) => sum + one.children.length, 0);
  return pages <= SHORT_MENU || group === DESK || children.some(({ name }) => name === current?.name);
}

/** Adds a page as the newest, without duplicates. */
export const addRecent = (recent: readonly string[], name: string): string[] =>
  [name, ...recent.filter((other) => other !== name)].slice(0, RECENT_SHOWN + 1);

/** Returns the pages at the top of the menu: pinned ones, and in a long menu also recent ones. */
export function topItems(
  groups: readonly MenuGroup[],
  { pins, recent, current }: { pins: readonly string[]; recent: readonly string[]; current: MenuItem | null },
): { pinned: MenuItem[]; lately: MenuItem[] } {
  const all = groups.flatMap(({ children }) => children);
  const byName = new Map(all.map((item) => [item.name, item]));
  const desk = groups.find(({ group }) => group === DESK)?.children ?? [];
  const inSight = new Set([...pins, current?.name, ...desk.map(({ name }) => name)]);
  const lately = all.length <= SHORT_MENU ? [] : recent.filter((name) => !inSight.has(name));
  return {
    pinned: pins.flatMap((name) => byName.get(name) ?? []),
    lately: lately.slice(0, RECENT_SHOWN).flatMap((name) => byName.get(name) ?? []),
  };
}
