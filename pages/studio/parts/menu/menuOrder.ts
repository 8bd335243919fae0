/** Moves entries of the menu between groups and places, with as few other numbers changed as possible. Pure. */
import type { Data } from '../../../../generated/calls.ts';
import { MENU_GROUPS } from '../../../../runtime/core/definitions/menuGroups.ts';

export type Menu = Data<'studioMenu'>;
export type MenuEntry = Menu['entries'][number];
export type GroupName = MenuEntry['group'];

export const GROUP_NAMES = Object.keys(MENU_GROUPS) as GroupName[];

/** The place of a drop: beside another entry, or at the end of a group. */
export type Landing = { beside: string; side: 'before' | 'behind' } | { group: GroupName };

export const inGroup = (entries: readonly MenuEntry[], group: GroupName): MenuEntry[] =>
  entries.filter((entry) => entry.group === group);

/** Numbers the entry between its neighbours. Those behind it are only renumbered if there is no room. */
function numbered(list: readonly MenuEntry[], at: number): MenuEntry[] {
  const before = list[at - 1]?.order;
  const behind = list[at + 1]?.order;
  const order =
    before === undefined
      ? (behind ?? 1) - 1
      : behind === undefined || behind - before < 2
        ? before + 1
        : before + Math.floor((behind - before) / 2);
  const settled = list.slice(0, at);
  settled.push({ ...list[at]!, order });
  for (const entry of list.slice(at + 1)) {
    const last = settled.at(-1)!.order;
    const isFree = entry.definition !== null && entry.order <= last;
    settled.push(isFree ? { ...entry, order: last + 1 } : entry);
  }
  return settled;
}

/** Returns the entries with one of them elsewhere. Entries without a definition stay. */
export function placeEntry(entries: readonly MenuEntry[], page: string, landing: Landing): MenuEntry[] {
  const moved = entries.find((entry) => entry.page === page);
  if (!moved?.definition || ('beside' in landing && landing.beside === page)) return [...entries];
  const others = entries.filter((entry) => entry !== moved);
  const target = 'beside' in landing ? others.find((entry) => entry.page === landing.beside) : undefined;
  const group = 'beside' in landing ? target?.group : landing.group;
  if (group === undefined) return [...entries];
  const list = inGroup(others, group);
  const beside = target ? list.indexOf(target) : list.length;
  const at = beside + ('side' in landing && landing.side === 'behind' ? 1 : 0);
  const settled = numbered(list.toSpliced(at, 0, { ...moved, group }), at);
  return [...others.filter((entry) => entry.group !== group), ...settled];
}

/** Moves an entry by one place. From the first or last place it goes to the group beside. */
export function stepEntry(entries: readonly MenuEntry[], page: string, by: -1 | 1): MenuEntry[] {
  const moved = entries.find((entry) => entry.page === page);
  if (!moved) return [...entries];
  const list = inGroup(entries, moved.group);
  const neighbour = list[list.indexOf(moved) + by];
  if (neighbour)
    return placeEntry(entries, page, { beside: neighbour.page, side: by < 0 ? 'before' : 'behind' });
  const group = GROUP_NAMES[GROUP_NAMES.indexOf(moved.group) + by];
  if (!group) return [...entries];
  const [first] = inGroup(entries, group);
  return placeEntry(entries, page, by > 0 && first ? { beside: first.page, side: 'before' } : { group });
}

/** Returns the places that differ, as the call requires them. */
export function changedPlaces(before: readonly MenuEntry[], after: readonly MenuEntry[]) {
  const old = new Map(before.map((entry) => [entry.page, entry]));
  return after.flatMap(({ page, definition, group, order }) => {
    const was = old.get(page);
    return definition && (was?.group !== group || was.order !== order)
      ? [{ ...definition, group, order }]
      : [];
  });
}
