import { describe, expect, it } from 'vitest';
import {
  changedPlaces,
  inGroup,
  type MenuEntry,
  placeEntry,
  stepEntry,
} from '../../../../pages/studio/parts/menu/menuOrder.ts';

const entry = (page: string, group: MenuEntry['group'], order: number, isFixed = false): MenuEntry => ({
  ...{ page, group, order, title: { zh: page, en: page }, icon: null, roles: [] },
  definition: isFixed ? null : { kind: 'page', name: page },
});
const MENU = [
  entry('A', 'appliance', 10),
  entry('B', 'appliance', 20),
  entry('C', 'appliance', 21),
  entry('D', 'appliance', 22, true),
  entry('E', 'ems', 5),
];
const pages = (entries: readonly MenuEntry[], group: MenuEntry['group']) =>
  inGroup(entries, group).map(({ page }) => page);
const changes = (entries: readonly MenuEntry[]) =>
  changedPlaces(MENU, entries).map(({ name, group, order }) => [name, group, order]);

describe('an entry of the menu', () => {
  it('gets a number between its neighbours, so that the others keep theirs', () => {
    const moved = placeEntry(MENU, 'E', { beside: 'B', side: 'before' });
    expect(pages(moved, 'appliance')).toEqual(['A', 'E', 'B', 'C', 'D']);
    expect(changes(moved)).toEqual([['E', 'appliance', 15]]);
  });

  it('moves those behind it where there is no room, but no fixed one', () => {
    const moved = placeEntry(MENU, 'A', { beside: 'B', side: 'behind' });
    expect(pages(moved, 'appliance')).toEqual(['B', 'A', 'C', 'D']);
    expect(changes(moved)).toEqual([
      ['A', 'appliance', 21],
      ['C', 'appliance', 22],
    ]);
  });

  it('is first or last in a group, also in an empty one', () => {
    expect(changes(placeEntry(MENU, 'B', { beside: 'A', side: 'before' }))).toEqual([['B', 'appliance', 9]]);
    expect(changes(placeEntry(MENU, 'B', { group: 'storage' }))).toEqual([['B', 'storage', 0]]);
  });

  it('goes to the group beside from the first or last place by key', () => {
    expect(pages(stepEntry(MENU, 'E', -1), 'appliance')).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(pages(stepEntry(MENU, 'E', 1), 'monitor')).toEqual(['E']);
    expect(pages(stepEntry(MENU, 'B', -1), 'appliance')).toEqual(['B', 'A', 'C', 'D']);
  });

  it('stays where no definition places it', () => {
    expect(placeEntry(MENU, 'D', { group: 'ems' })).toEqual(MENU);
    expect(changes(stepEntry(MENU, 'D', -1))).toEqual([]);
  });
});
