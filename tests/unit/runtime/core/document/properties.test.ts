import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DashboardDocument, LayoutItem } from '../../../../../generated/definition.ts';
import { readDraft } from '../../../../../runtime/board/document/draft.ts';
import { ALIGNMENTS } from '../../../../../runtime/core/document/align.ts';
import { readClip } from '../../../../../runtime/core/document/clipboard.ts';
import {
  addWidget,
  alignWidgets,
  arrangeWidgets,
  carryWidgets,
  configureWidget,
  type Edit,
  lockWidgets,
  pasteWidgets,
  removeWidgets,
} from '../../../../../runtime/core/document/edit.ts';
import { addTab, moveTab, removeTab, renameTab } from '../../../../../runtime/core/document/editTabs.ts';
import {
  applyEdit,
  redo,
  resumeHistory,
  startHistory,
  stepsText,
  undo,
} from '../../../../../runtime/core/document/history.ts';
import {
  COLUMNS,
  compactLayout,
  deriveLayout,
  type GridItem,
  moveItems,
  nudgeItems,
  resizeItem,
} from '../../../../../runtime/core/document/layout.ts';
import { emptyDocument, parseDocument } from '../../../../../runtime/core/document/parse.ts';
import { layoutOn } from '../../../../../runtime/core/document/tabs.ts';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const TABS = ['t1', 't2', 't3'];

const size = fc.record({ w: fc.integer({ min: 1, max: 24 }), h: fc.integer({ min: 1, max: 9 }) });
const spot = fc.record({ x: fc.integer({ min: 0, max: 23 }), y: fc.integer({ min: 0, max: 40 }) });
const layoutItem = (i: string): fc.Arbitrary<GridItem> =>
  fc
    .tuple(size, spot, fc.boolean())
    .map(([a, b, locked]) => ({ i, ...a, ...b, ...(locked && { static: true }) }));
const layouts = fc
  .integer({ min: 1, max: 12 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => layoutItem(`w${at}`))))
  .map((items) => compactLayout(items));
const someIds = fc.uniqueArray(
  fc.integer({ min: 0, max: 11 }).map((at) => `w${at}`),
  { maxLength: 4 },
);

function expectSound(layout: readonly LayoutItem[], columns = COLUMNS): void {
  for (const [at, a] of layout.entries()) {
    expect(a.x >= 0 && a.y >= 0 && a.x + a.w <= columns).toBe(true);
    for (const b of layout.slice(at + 1)) {
      const apart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
      expect(apart || [a, b]).toBe(true);
    }
  }
}
const names = (layout: readonly LayoutItem[]) => layout.map(({ i }) => i);
const lockedOf = (layout: readonly GridItem[]) => layout.filter((item) => item.static);

describe('any operations on a layout', () => {
  const operations = fc.oneof(
    fc.tuple(someIds, fc.integer({ min: -30, max: 30 }), fc.integer({ min: -30, max: 30 })).map(
      ([ids, x, y]) =>
        (layout: GridItem[]) =>
          moveItems(layout, ids, x, y),
    ),
    fc.tuple(someIds, size).map(
      ([ids, to]) =>
        (layout: GridItem[]) =>
          resizeItem(layout, ids[0] ?? 'w0', to, { minW: 2, minH: 2 }),
    ),
    fc.tuple(someIds, fc.constantFrom('left' as const, 'right' as const, 'up' as const, 'down' as const)).map(
      ([ids, direction]) =>
        (layout: GridItem[]) =>
          nudgeItems(layout, ids, direction) ?? layout,
    ),
  );

  it('cause no overlap and no loss, and locked widgets stay', () => {
    fc.assert(
      fc.property(layouts, fc.array(operations, { maxLength: 6 }), (layout, steps) => {
        expectSound(layout);
        let now = layout;
        for (const step of steps) {
          now = step(now);
          expectSound(now);
          expect(names(now)).toEqual(names(layout));
          expect(lockedOf(now)).toEqual(lockedOf(layout));
          // No widget can move further up.
          expect(compactLayout(now)).toEqual(now);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('keep all widgets visible on narrow boards', () => {
    fc.assert(
      fc.property(layouts, fc.constantFrom(1, 12), (layout, columns) => {
        const narrow = deriveLayout(layout, columns);
        expectSound(narrow, columns);
        expect(names(narrow).sort()).toEqual(names(layout).sort());
      }),
    );
  });
});

const widget = (id: string) => ({ id, type: 'gauge', version: 1, config: { name: id } });
const ids = fc.uniqueArray(fc.constantFrom(...IDS), { minLength: 1, maxLength: 4 });
const tabId = fc.constantFrom(...TABS);
const once =
  (edit: Edit, id: string): Edit =>
  (draft) =>
    draft.widgets.some((one) => one.id === id) ? undefined : edit(draft);

const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.constantFrom(...IDS), size, fc.option(spot), tabId).map(
    ([id, to, at, tab]): Edit =>
      (draft) =>
        once(addWidget({ ...widget(id), ...(draft.tabs && { tab }) }, to, at ?? undefined), id)(draft),
  ),
  fc
    .tuple(fc.constantFrom(...IDS), size, tabId)
    .map(([id, to, tab]) => once(pasteWidgets([widget(id)], [{ i: id, x: 5, y: 7, ...to }], tab), id)),
  fc
    .tuple(ids, spot, size)
    .map(([list, at, to]) =>
      arrangeWidgets(list.map((i) => ({ i, ...at, ...to, x: Math.min(at.x, 24 - to.w) }))),
    ),
  fc.tuple(ids, fc.string()).map(([list, name]) => configureWidget(list[0]!, { name }, 1)),
  ids.map(removeWidgets),
  fc.tuple(ids, fc.boolean()).map(([list, on]) => lockWidgets(list, on)),
  fc.tuple(ids, fc.constantFrom(...ALIGNMENTS)).map(([list, how]) => alignWidgets(list, how)),
  fc.tuple(ids, tabId).map(
    ([list, to]): Edit =>
      (draft) => {
        if (draft.tabs?.some(({ id }) => id === to)) carryWidgets(list, to)(draft);
      },
  ),
  tabId.map(
    (id): Edit =>
      (draft) => {
        if (!draft.tabs?.some((tab) => tab.id === id))
          addTab({ id, title: id }, { id: `${id}-rest`, title: 'rest' })(draft);
      },
  ),
  fc.tuple(tabId, fc.string()).map(([id, title]) => renameTab(id, title)),
  fc.tuple(tabId, fc.constantFrom(-1 as const, 1 as const)).map(([id, by]) => moveTab(id, by)),
  tabId.map(removeTab),
);

function expectWhole(document: DashboardDocument): void {
  const { document: read, problems } = parseDocument(JSON.parse(JSON.stringify(document)));
  expect(problems).toEqual([]);
  expect(read).toEqual(document);
  for (const tab of document.tabs?.map(({ id }) => id) ?? [undefined]) expectSound(layoutOn(document, tab));
}

describe('any edits of a board', () => {
  it('result in a valid board, and every step can be undone and redone', () => {
    fc.assert(
      fc.property(fc.array(edits, { maxLength: 14 }), (steps) => {
        const documents = [emptyDocument()];
        let history = startHistory(documents[0]!);
        for (const edit of steps) {
          const next = applyEdit(history, 'step', edit);
          if (next === history) continue;
          history = next;
          documents.push(history.document);
        }
        expectWhole(history.document);
        const resumed = resumeHistory(history.document, JSON.parse(stepsText(history, 1_000_000)));
        for (let one of [history, resumed!]) {
          for (const before of documents.toReversed().slice(1)) {
            one = undo(one);
            expect(one.document).toEqual(before);
          }
          for (const after of documents.slice(1)) {
            one = redo(one);
            expect(one.document).toEqual(after);
          }
        }
      }),
      { numRuns: 120 },
    );
  });
});

/** JSON that is sometimes similar to a board, so that the reader processes nested parts. */
const nearly = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.jsonValue(),
    tie('board'),
    tie('widget'),
    tie('place'),
    fc.array(tie('any'), { maxLength: 4 }),
  ),
  widget: fc.record(
    {
      id: fc.oneof(fc.constantFrom(...IDS), fc.jsonValue()),
      type: fc.oneof(fc.constant('gauge'), fc.string()),
      version: fc.oneof(fc.integer(), fc.jsonValue()),
      config: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue()),
      tab: fc.oneof(tabId, fc.jsonValue()),
      locked: fc.oneof(fc.boolean(), fc.jsonValue()),
    },
    { requiredKeys: [] },
  ),
  place: fc.record(
    {
      i: fc.oneof(fc.constantFrom(...IDS), fc.jsonValue()),
      x: fc.oneof(fc.double(), fc.jsonValue()),
      y: fc.double(),
      w: fc.double(),
      h: fc.double(),
    },
    { requiredKeys: [] },
  ),
  board: fc.record(
    {
      version: fc.oneof(fc.constantFrom(1, 2, 3), fc.jsonValue()),
      tabs: fc.oneof(
        fc.array(
          fc.record({ id: fc.oneof(tabId, fc.jsonValue()), title: fc.oneof(fc.string(), fc.jsonValue()) }),
        ),
        tie('any'),
      ),
      widgets: fc.oneof(fc.array(tie('widget'), { maxLength: 8 }), tie('any')),
      layouts: fc.oneof(fc.record({ lg: fc.array(tie('place'), { maxLength: 8 }) }), tie('any')),
    },
    { requiredKeys: [] },
  ),
}));

describe('any JSON that is read as a board', () => {
  it('causes no error, and results in a complete board', () => {
    fc.assert(
      fc.property(fc.oneof(nearly.board, nearly.any), (value) => {
        const { document } = parseDocument(value);
        expectWhole(document);
        const text = JSON.stringify({ is: 'wattdeck.widgets', ...(value as object) });
        for (const read of [
          readClip(text),
          readDraft(JSON.stringify({ document: value, version: 1, at: 1 })),
        ])
          expect(read).toBeDefined();
      }),
      { numRuns: 300 },
    );
  });

  it('with any stored steps is read safely', () => {
    fc.assert(
      fc.property(nearly.board, fc.jsonValue(), (value, steps) => {
        const { document } = parseDocument(value);
        const patch = { op: 'replace', path: ['widgets', 0], value: steps };
        const step = { label: 'x', patches: [patch], inverse: [patch] };
        for (const stored of [steps, { past: [step], future: [] }, { past: [], future: [step] }]) {
          const history = resumeHistory(document, stored);
          if (history) expectWhole(undo(history).document);
        }
      }),
    );
  });
});
