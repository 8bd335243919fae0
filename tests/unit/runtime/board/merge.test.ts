import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DashboardDocument } from '../../../../generated/definition.ts';
import { BOARD, mergeDocuments } from '../../../../runtime/board/conflict/merge.ts';
import { difference, movedWidgets } from '../../../../runtime/board/versions/difference.ts';
import { compareLines } from '../../../../runtime/board/versions/lines.ts';
import {
  addWidget,
  arrangeWidgets,
  configureWidget,
  type Edit,
  removeWidgets,
} from '../../../../runtime/core/document/edit.ts';
import { applyEdit, startHistory } from '../../../../runtime/core/document/history.ts';
import { moveItems, resizeItem, type Size } from '../../../../runtime/core/document/layout.ts';
import { emptyDocument } from '../../../../runtime/core/document/parse.ts';

const widget = (id: string, config = {}) => ({ id, type: 'gauge', version: 1, config });
const SIZE = { w: 8, h: 4 };
const MIN = { minW: 2, minH: 2 };

const removeWidget = (id: string) => removeWidgets([id]);
const moveWidget =
  (id: string, x: number, y: number): Edit =>
  (draft) => {
    const item = draft.layouts.lg.find(({ i }) => i === id);
    if (item) arrangeWidgets(moveItems(draft.layouts.lg, [id], x - item.x, y - item.y))(draft);
  };
const resizeWidget =
  (id: string, size: Size): Edit =>
  (draft) =>
    arrangeWidgets(resizeItem(draft.layouts.lg, id, size, MIN))(draft);

function edited(document: DashboardDocument, ...edits: Edit[]): DashboardDocument {
  return edits.reduce((history, edit) => applyEdit(history, 'test', edit), startHistory(document)).document;
}
const board = (...ids: string[]) =>
  edited(emptyDocument(), ...ids.map((id) => addWidget(widget(id, { name: id, font: 14 }), SIZE)));
const configOf = (document: DashboardDocument, id: string) =>
  document.widgets.find((one) => one.id === id)?.config;
const placeOf = (document: DashboardDocument, id: string) => document.layouts.lg.find(({ i }) => i === id);
const ids = (document: DashboardDocument) => document.widgets.map(({ id }) => id).sort();

const base = board('a', 'b', 'c', 'd');

describe('two people editing one board', () => {
  it('joins different fields of one widget without a question', () => {
    const mine = edited(base, configureWidget('a', { name: 'mine', font: 14 }, 1));
    const theirs = edited(base, configureWidget('a', { name: 'a', font: 20 }, 1));
    const { document, contests } = mergeDocuments(base, mine, theirs);
    expect(contests).toEqual([]);
    expect(configOf(document, 'a')).toEqual({ name: 'mine', font: 20 });
  });

  it('asks about the field that both changed, and takes the chosen side for that field only', () => {
    const mine = edited(base, configureWidget('a', { name: 'mine', font: 16 }, 1));
    const theirs = edited(base, configureWidget('a', { name: 'theirs', font: 14, icon: 'sun' }, 1));
    const { document, contests } = mergeDocuments(base, mine, theirs, { a: 'theirs' });
    expect(contests).toEqual([{ id: 'a', fields: ['name'], place: false, removedBy: null }]);
    expect(configOf(document, 'a')).toEqual({ name: 'theirs', font: 16, icon: 'sun' });
  });

  it('asks if one removed a widget that the other changed', () => {
    const mine = edited(base, configureWidget('a', { name: 'mine', font: 14 }, 1));
    const theirs = edited(base, removeWidget('a'), removeWidget('b'));
    const { document, contests } = mergeDocuments(base, mine, theirs);
    expect(contests).toEqual([{ id: 'a', fields: [], place: false, removedBy: 'theirs' }]);
    expect(ids(document)).toEqual(['a', 'c', 'd']);
    expect(ids(mergeDocuments(base, mine, theirs, { a: 'theirs' }).document)).toEqual(['c', 'd']);
  });

  it('joins tabs, texts and stand-ins one by one, and asks if both changed the same one', () => {
    const tab = (id: string, title = id) => ({ id, title });
    const stand = (stationSn: string, variable: string) => ({ stationSn, from: 'v', device: 'd', variable });
    const start = { ...base, tabs: [tab('x'), tab('y')], standIns: [stand('S0', 'a')] };
    const mine = {
      ...start,
      ...{ tabs: [tab('x', 'mine'), tab('y'), tab('m')], standIns: [...start.standIns, stand('S1', 'b')] },
      texts: [{ zh: '甲', en: 'A' }],
    };
    const theirs = {
      ...start,
      ...{ tabs: [tab('y', 'theirs'), tab('x'), tab('t')], standIns: [stand('S0', 'z'), stand('S2', 'c')] },
      texts: [{ zh: '乙', en: 'B' }],
      widgets: start.widgets.map((one) => (one.id === 'a' ? { ...one, tab: 't' } : one)),
    };
    const { document, contests } = mergeDocuments(start, mine, theirs);
    expect(contests).toEqual([]);
    expect(document.tabs).toEqual([tab('y', 'theirs'), tab('x', 'mine'), tab('t'), tab('m')]);
    expect(document.standIns).toEqual([stand('S0', 'z'), stand('S2', 'c'), stand('S1', 'b')]);
    expect(document.texts).toHaveLength(2);
    expect(document.widgets.find(({ id }) => id === 'a')).toMatchObject({ tab: 't' });
    const other = { ...start, tabs: [tab('x', 'other'), tab('y')], standIns: [stand('S0', 'q')] };
    const merged = mergeDocuments(start, theirs, other, { [BOARD]: 'theirs' });
    expect(merged.contests).toMatchObject([{ id: BOARD, fields: ['standIns'] }]);
    expect(merged.document.standIns).toContainEqual(stand('S0', 'q'));
    const many = (prefix: string) => Array.from({ length: 11 }, (_, at) => tab(`${prefix}${at}`));
    const full = mergeDocuments(
      { ...base, tabs: [] },
      { ...base, tabs: many('m') },
      { ...base, tabs: many('t') },
    );
    expect([full.document.tabs, full.contests]).toMatchObject([many('m'), [{ fields: ['tabs'] }]]);
  });

  it('does not ask about widgets that only made room for others', () => {
    const mine = edited(base, addWidget(widget('m'), SIZE, { x: 0, y: 0 }));
    const theirs = edited(base, addWidget(widget('t'), { w: 24, h: 3 }, { x: 0, y: 0 }));
    const { document, contests } = mergeDocuments(base, mine, theirs);
    expect(contests).toEqual([]);
    expect(ids(document)).toEqual(['a', 'b', 'c', 'd', 'm', 't']);
  });

  it('asks if both resized a widget, and follows the user who moved it if only one did', () => {
    const mine = edited(base, resizeWidget('a', { w: 6, h: 4 }), moveWidget('d', 0, 0));
    const theirs = edited(base, resizeWidget('a', { w: 7, h: 4 }));
    const { document, contests } = mergeDocuments(base, mine, theirs, { a: 'theirs' });
    expect(contests).toEqual([{ id: 'a', fields: [], place: true, removedBy: null }]);
    expect(placeOf(document, 'a')?.w).toBe(7);
    expect(placeOf(document, 'd')).toMatchObject({ x: 0, y: 0 });
  });

  it('asks about settings of the whole board', () => {
    const named = (title: string) => ({ ...base, tabs: [{ id: 't', title }] }) as DashboardDocument;
    const { contests, document } = mergeDocuments(base, named('mine'), named('theirs'), {
      [BOARD]: 'theirs',
    });
    expect(contests).toEqual([{ id: BOARD, fields: ['tabs'], place: false, removedBy: null }]);
    expect(document).toMatchObject({ tabs: [{ title: 'theirs' }] });
    expect(mergeDocuments(base, base, named('theirs')).contests).toEqual([]);
  });
});

type Step = { do: number; at: number; x: number; y: number; w: number; name: string };
const step = fc.record({
  do: fc.integer({ min: 0, max: 4 }),
  at: fc.nat(30),
  x: fc.integer({ min: 0, max: 23 }),
  y: fc.integer({ min: 0, max: 20 }),
  w: fc.integer({ min: 2, max: 24 }),
  name: fc.constantFrom('x', 'y', 'z'),
});
/** Applies steps as a user does. The prefix keeps the ids of two users apart. */
function walked(start: DashboardDocument, steps: readonly Step[], prefix: string): DashboardDocument {
  return steps.reduce((document, { do: what, at, x, y, w, name }, index) => {
    const target = document.widgets[at % Math.max(1, document.widgets.length)]?.id ?? '';
    const edit = [
      addWidget(widget(`${prefix}${index}`, { name }), { w, h: 3 }, { x, y }),
      moveWidget(target, x, y),
      resizeWidget(target, { w, h: 2 + (y % 5) }),
      configureWidget(target, { ...configOf(document, target), [at % 2 ? 'name' : 'font']: name }, 1),
      removeWidget(target),
    ][what] as Edit;
    return edited(document, edit);
  }, start);
}
const steps = fc.array(step, { maxLength: 8 });
const sorted = (document: DashboardDocument) => ({
  widgets: [...document.widgets].sort((a, b) => a.id.localeCompare(b.id)),
  places: [...document.layouts.lg].sort((a, b) => a.i.localeCompare(b.i)),
});

describe('any edits of two people', () => {
  it('of one side alone are used unchanged', () => {
    fc.assert(
      fc.property(steps, steps, (before, after) => {
        const start = walked(base, before, 's');
        const changed = walked(start, after, 'm');
        for (const merge of [mergeDocuments(start, changed, start), mergeDocuments(start, start, changed)]) {
          expect(merge.contests).toEqual([]);
          expect(sorted(merge.document)).toEqual(sorted(changed));
        }
      }),
    );
  });

  it('result in a valid board, and no edit is lost without a question', () => {
    fc.assert(
      fc.property(steps, steps, (own, other) => {
        const mine = walked(base, own, 'm');
        const theirs = walked(base, other, 't');
        const { document, contests } = mergeDocuments(base, mine, theirs);
        const places = document.layouts.lg;
        expect(places.map(({ i }) => i).sort()).toEqual(ids(document));
        for (const [at, a] of places.entries())
          for (const b of places.slice(at + 1))
            expect(a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h).toBe(false);
        const contested = new Set(contests.map(({ id }) => id));
        for (const [from, side] of [
          [mine, 'mine'],
          [theirs, 'theirs'],
        ] as const)
          for (const { id, changes, fields, to } of difference(base, from).widgets) {
            if (contested.has(id)) continue;
            if (changes.includes('removed')) expect(ids(document)).not.toContain(id);
            if (changes.includes('added')) expect(ids(document)).toContain(id);
            const there = configOf(document, id);
            if (there) for (const { name, after } of fields) expect(there[name], side).toEqual(after);
            const size = placeOf(document, id);
            const was = placeOf(base, id);
            if (size && to && was && to.w !== was.w) expect(size.w).toBe(to.w);
          }
      }),
    );
  });

  it('with every question answered one way, follow that side in all conflicts', () => {
    fc.assert(
      fc.property(steps, steps, (own, other) => {
        const mine = walked(base, own, 'm');
        const theirs = walked(base, other, 't');
        const { contests } = mergeDocuments(base, mine, theirs);
        const answer = Object.fromEntries(contests.map(({ id }) => [id, 'theirs' as const]));
        const { document } = mergeDocuments(base, mine, theirs, answer);
        for (const { id, fields } of contests)
          for (const name of fields)
            expect(configOf(document, id)?.[name]).toEqual(configOf(theirs, id)?.[name]);
        const turned = mergeDocuments(base, theirs, mine).document;
        expect(sorted(document).widgets).toEqual(sorted(turned).widgets);
      }),
    );
  });
});

describe('the difference of two versions', () => {
  it('lists added, removed, moved and changed widgets, but not ones that only made room', () => {
    const after = edited(
      base,
      removeWidget('b'),
      addWidget(widget('new'), { w: 24, h: 2 }, { x: 0, y: 0 }),
      configureWidget('a', { name: 'a', font: 20 }, 1),
      moveWidget('d', 16, 0),
    );
    const found = difference(base, after).widgets.map(({ id, changes }) => [id, ...changes]);
    expect(found.sort()).toEqual([
      ['a', 'changed'],
      ['b', 'removed'],
      ['d', 'moved'],
      ['new', 'added'],
    ]);
    expect(difference(base, after).widgets.find(({ id }) => id === 'a')?.fields).toEqual([
      { name: 'font', inConfig: true, before: 14, after: 20 },
    ]);
  });

  it('shows two exchanged widgets as one moved widget', () => {
    const row = (order: string[]) => ({
      ...base,
      layouts: { lg: order.map((i, y) => ({ i, x: 0, y, w: 4, h: 1 })) },
    });
    expect([...movedWidgets(row(['a', 'b', 'c']), row(['b', 'c', 'a']))]).toEqual(['a']);
  });

  it('compares texts line by line', () => {
    const marks = { same: ' ', before: '-', after: '+' };
    const lines = (a: string, b: string) => compareLines(a, b).map(({ kind, text }) => marks[kind] + text);
    expect(lines('a\nb\nc', 'a\nx\nc\nd')).toEqual([' a', '-b', '+x', ' c', '+d']);
    expect(lines('', 'a')).toEqual(['+a']);
  });
});
