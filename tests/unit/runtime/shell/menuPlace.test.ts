import { describe, expect, it } from 'vitest';
import type { MenuGroup } from '../../../../runtime/shell/frame/menu.ts';
import { addRecent, isGroupOpen, itemAt, topItems } from '../../../../runtime/shell/frame/menuPlace.ts';

const groupOf = (group: MenuGroup['group'], count: number): MenuGroup => ({
  ...{ group, title: { zh: group, en: group }, icon: 'list' },
  children: Array.from({ length: count }, (_, at) => ({
    ...{ name: `${group}${at}`, route: `/main/${group}/${at}`, kind: 'list' },
    title: { zh: `${group}${at}`, en: `${group}${at}` },
  })),
});

const LONG = [groupOf('bottom', 4), groupOf('ems', 20), groupOf('warning', 20)];
const SHORT = [groupOf('bottom', 4), groupOf('ems', 6)];

describe('a long menu', () => {
  const current = itemAt(LONG, '/main/ems/3/17');

  it('is open on a desk and at the current page, and collapsed elsewhere until the user chooses', () => {
    const open = (choice: Record<string, boolean>) =>
      LONG.map((group) => isGroupOpen(group, LONG, { choice, current }));
    expect(current?.name).toBe('ems3');
    expect(open({})).toEqual([true, true, false]);
    expect(open({ ems: false, warning: true })).toEqual([true, false, true]);
  });

  it('has pinned pages at the top, then recent ones, each once, without the current page', () => {
    const recent = ['ems3', 'warning2', 'bottom1', 'warning5', 'gone', 'ems4'];
    const { pinned, lately } = topItems(LONG, { pins: ['warning5', 'gone'], recent, current });
    expect(pinned.map(({ name }) => name)).toEqual(['warning5']);
    expect(lately.map(({ name }) => name)).toEqual(['warning2', 'ems4']);
  });
});

it('a short menu is open and has no recent pages', () => {
  const current = itemAt(SHORT, '/main/ems/3');
  expect(SHORT.map((group) => isGroupOpen(group, SHORT, { choice: {}, current }))).toEqual([true, true]);
  expect(topItems(SHORT, { pins: [], recent: ['ems1'], current }).lately).toEqual([]);
});

it('a page that is opened again is the newest, and old ones are dropped', () => {
  const opened = ['a', 'b', 'a', 'c', 'd', 'e', 'f'];
  expect(opened.reduce<string[]>(addRecent, [])).toEqual(['f', 'e', 'd', 'c', 'a']);
});
