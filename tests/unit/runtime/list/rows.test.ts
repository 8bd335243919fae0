import { describe, expect, it } from 'vitest';
import { entities } from '../../../../generated/entities.ts';
import { buildTree } from '../../../../runtime/core/tree.ts';
import { lineKey, makeLines, NO_SLOTS, slotsNext } from '../../../../runtime/list/table/lines.ts';
import { detailSections } from '../../../../runtime/list/table/rowDetail.ts';
import { narrowTree, treeLines } from '../../../../runtime/list/tree/tree.ts';
import type { ListRecord } from '../../../../runtime/record/calls/useRecords.ts';

const record = (id: number, parentId: number | null = null): ListRecord => ({ id, version: 1, parentId });
const records = [record(2), record(1), record(3, 1), record(4, 3), record(5, 1), record(6, 99)];

describe('records below each other', () => {
  const lines = (isOpen: (id: number) => boolean, found: ReadonlySet<number> | null = null) => [
    ...treeLines(
      buildTree(records, (one) => one.parentId),
      ({ id }) => isOpen(id),
      found,
    ).values(),
  ];

  it('are below their parent in the order of the list; without a visible parent, at the top', () => {
    expect(lines(() => true).map(({ record: { id }, level }) => [id, level])).toEqual([
      [2, 1],
      [1, 1],
      [3, 2],
      [4, 3],
      [5, 2],
      [6, 1],
    ]);
  });

  it('are shown as far as they are expanded, with their position', () => {
    const shown = lines((id) => id === 1);
    expect(shown.map(({ record: { id }, branch }) => [id, branch])).toEqual([
      [2, 'leaf'],
      [1, 'open'],
      [3, 'closed'],
      [5, 'leaf'],
      [6, 'leaf'],
    ]);
    expect(shown[3]).toMatchObject({ level: 2, position: 2, siblings: 2 });
  });

  it('include the parents of a found one, distinguished from it', () => {
    const found = new Set([4]);
    const narrowed = narrowTree(records, 'parentId', found);
    expect(narrowed.map(({ id }) => id)).toEqual([1, 3, 4]);
    const shown = [
      ...treeLines(
        buildTree(narrowed, (one) => one.parentId),
        () => true,
        found,
      ).values(),
    ];
    expect(shown.map((line) => line.found)).toEqual([false, false, true]);
  });
});

describe('a tree that is opened level by level', () => {
  it('can expand a record with children, before these are loaded', () => {
    const roots = [record(1), record(2)];
    const isParent = ({ id }: ListRecord) => id === 1;
    const branches = (below: ReadonlyMap<number, readonly ListRecord[]>) =>
      [...treeLines({ roots, below }, ({ id }) => id === 1, null, isParent).values()].map(
        ({ record: { id }, branch, level }) => [id, branch, level],
      );
    expect(branches(new Map())).toEqual([
      [1, 'open', 1],
      [2, 'leaf', 1],
    ]);
    expect(branches(new Map([[1, [record(3, 1)]]]))).toEqual([
      [1, 'open', 1],
      [3, 'leaf', 2],
      [2, 'leaf', 1],
    ]);
  });
});

describe('records in a cycle', () => {
  it('are all included, beginning at the top', () => {
    const circle = [record(4, 3), record(1, 2), record(2, 1), record(3, 3), record(5, 2), record(6)];
    const { roots, below } = buildTree(circle, (one) => one.parentId);
    expect(roots.map(({ id }) => id)).toEqual([1, 3, 6]);
    const lines = treeLines({ roots, below }, () => true, null);
    expect([...lines.keys()]).toEqual([1, 2, 5, 3, 4, 6]);
  });
});

describe('the lines of a table', () => {
  it('have the details below their row', () => {
    expect(makeLines([record(1), record(2)], new Set([1])).map(lineKey)).toEqual(['1', 'detail1', '2']);
  });

  const first = slotsNext(NO_SLOTS, 0, 6);

  it('keep the drawn elements of remaining rows, after a step up or down', () => {
    const down = slotsNext(first, 2, 8);
    expect(down.keys.slice(0, 4)).toEqual(first.keys.slice(2));
    expect(new Set([...first.keys, ...down.keys]).size).toBe(8);
    expect(slotsNext(down, 1, 7).keys.slice(1)).toEqual(down.keys.slice(0, 5));
  });

  it('reuse elements for other rows after a jump', () => {
    expect(slotsNext(first, 100, 106).keys).toEqual(first.keys);
    const few = slotsNext(first, 5, 11).keys;
    expect(few[0]).toBe(first.keys[5]);
    expect([...few].sort()).toEqual([...first.keys].sort());
  });

  it('never use one element for two rows', () => {
    let slots = first;
    for (const [from, to] of [
      [3, 9],
      [40, 52],
      [45, 51],
      [0, 3],
      [1, 14],
    ] as const) {
      slots = slotsNext(slots, from, to);
      expect(slots.keys.length).toBe(to - from);
      expect(new Set(slots.keys).size).toBe(to - from);
    }
  });
});

describe('the details of a row', () => {
  const station = entities.station;
  const full = Object.fromEntries(Object.keys(station.schema.properties ?? {}).map((name) => [name, 1]));
  const named = (columns: readonly string[], values: object = full) =>
    detailSections(station, { id: 1, version: 1, ...values } as ListRecord, new Set(columns));

  it('are the fields without a column, in the sections of the form', () => {
    const sections = named(station.list.columns);
    const fields = sections.flatMap((section) => section.fields);
    expect(fields.length).toBeGreaterThan(0);
    expect(fields.filter((name) => station.list.columns.includes(name))).toEqual([]);
    const titles = (station.ui?.sections ?? []).map(({ title }) => title.en);
    expect(titles).toEqual(expect.arrayContaining(sections.flatMap(({ title }) => title?.en ?? [])));
    expect(named([]).flatMap((section) => section.fields)).toContain(station.list.columns[0]);
  });

  it('omit empty fields, and fields of the server', () => {
    expect(named([], { name: 'A', address: '', stations: [] })).toMatchObject([{ fields: ['name'] }]);
  });
});
