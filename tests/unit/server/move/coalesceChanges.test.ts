import { describe, expect, it } from 'vitest';
import { type Step, sumChanges } from '../../../../server/move/coalesceChanges.ts';
import type { Cell, Change, Row } from '../../../../server/move/pgoutput.ts';

const TABLE = {
  name: 'station',
  columns: ['id', 'name', 'plan'],
  key: [{ name: 'id', type: 'int8' }],
  parts: [],
};
const tables = new Map([[TABLE.name, TABLE]]);
const row = (id: string, name?: Cell, plan?: Cell): Row =>
  new Map([
    ['id', id],
    ['name', name],
    ['plan', plan],
  ]);
const insert = (...cells: Parameters<typeof row>): Change => ({
  kind: 'insert',
  table: 'station',
  row: row(...cells),
});
const update = (next: Row, old: Row | null = null): Change => ({
  kind: 'update',
  table: 'station',
  row: next,
  old,
});
const remove = (id: string): Change => ({ kind: 'delete', table: 'station', old: row(id) });
const sum = (...changes: Change[]): Step[] => sumChanges(changes, tables);

describe('changes of rows', () => {
  it('keep the last change of each row, and delete only earlier rows', () => {
    expect(sum(insert('1', 'a', 'p'), update(row('1', 'b', 'p')), update(row('2', 'c', 'p')))).toEqual([
      { do: 'replace', table: TABLE, gone: [['2']], rows: [row('1', 'b', 'p'), row('2', 'c', 'p')] },
    ]);
  });

  it('of a row that was added and deleted are dropped, and a row that was deleted and added is replaced', () => {
    expect(sum(insert('1', 'a'), remove('1'), remove('2'), insert('2', 'b', 'p'))).toEqual([
      { do: 'replace', table: TABLE, gone: [['2']], rows: [row('2', 'b', 'p')] },
    ]);
  });

  it('of the key move the row to its new key', () => {
    expect(sum(update(row('2', 'a', 'p'), row('1')))).toEqual([
      { do: 'replace', table: TABLE, gone: [['1']], rows: [row('2', 'a', 'p')] },
    ]);
  });

  it('without a long value keep it: from the earlier row, or from its place', () => {
    expect(sum(insert('1', 'a', 'long'), update(row('1', 'b')))).toEqual([
      { do: 'replace', table: TABLE, gone: [], rows: [row('1', 'b', 'long')] },
    ]);
    const cells = new Map([
      ['id', '3'],
      ['name', 'x'],
    ]);
    expect(sum(insert('1', 'a', null), update(row('3', 'x')), remove('3'))).toEqual([
      { do: 'replace', table: TABLE, gone: [], rows: [row('1', 'a', null)] },
      { do: 'set', table: TABLE, key: ['3'], cells },
      { do: 'replace', table: TABLE, gone: [['3']], rows: [] },
    ]);
  });

  it('of other tables are omitted, and an emptied table is emptied in order', () => {
    expect(sum({ ...insert('1', 'a'), table: 'other' } as Change)).toEqual([]);
    expect(sum({ kind: 'truncate', tables: ['station', 'other'] }, insert('1', 'a', 'p'))).toEqual([
      { do: 'empty', tables: ['station'] },
      { do: 'replace', table: TABLE, gone: [], rows: [row('1', 'a', 'p')] },
    ]);
  });
});
