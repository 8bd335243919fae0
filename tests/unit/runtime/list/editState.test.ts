import { describe, expect, it } from 'vitest';
import { entities } from '../../../../generated/entities.ts';
import { readCellKey, readControlKey } from '../../../../runtime/list/edit/cellKeys.ts';
import {
  activateCell,
  cellBeside,
  changeCell,
  discardEdits,
  EDIT_OFF,
  finishCell,
  refuseEdits,
  reloadEdits,
  startEdit,
} from '../../../../runtime/list/edit/editState.ts';
import type { ListRecord } from '../../../../runtime/record/calls/useRecords.ts';

const record = (id: number): ListRecord => ({
  id,
  version: 3,
  name: `C${id}`,
  city: 'Suzhou',
  _actions: ['update'],
});
const sheet = { records: [record(1), record(2)], columns: ['ownerName', 'name', 'city'] };
const on = startEdit(EDIT_OFF, entities.customer, sheet);
const typing = activateCell(on, { id: 1, name: 'city', typing: true });

describe('editing in the list', () => {
  it('begins in the first editable cell, and without rows nowhere', () => {
    expect(on).toMatchObject({ on: true, active: { id: 1, name: 'name', typing: false } });
    expect(startEdit(EDIT_OFF, entities.customer, { ...sheet, records: [] }).active).toBeNull();
  });

  it('begins neither in a state nor in a locked row, and otherwise in the first cell', () => {
    const columns = ['status', 'city', 'name'];
    const fixed = { ...record(1), _actions: [] };
    const inState = { ...entities.customer, states: { field: 'city', initial: '', transitions: [] } };
    const begin = (records: ListRecord[]) => startEdit(EDIT_OFF, inState, { records, columns }).active;
    expect(begin([record(1)])).toMatchObject({ id: 1, name: 'name' });
    expect(begin([{ ...record(1), _readonly: ['name'] }, record(2)])).toMatchObject({ id: 2, name: 'name' });
    expect(begin([fixed, record(2)])).toMatchObject({ id: 2, name: 'name' });
    expect(begin([fixed])).toMatchObject({ id: 1, name: 'status' });
  });

  it('reverts only input since the control was opened', () => {
    const first = finishCell(changeCell(typing, record(1), 'city', 'Ningbo'), true);
    const second = changeCell(
      activateCell(first, { id: 1, name: 'city', typing: true }),
      record(1),
      'city',
      'X',
    );
    expect(finishCell(second, true).drafts.get(1)?.values).toEqual({ city: 'X' });
    expect(finishCell(second, false).drafts.get(1)?.values).toEqual({ city: 'Ningbo' });
    expect(finishCell(second, false).active).toEqual({ id: 1, name: 'city', typing: false });
  });

  it('moves from cell to cell, with Tab into the next row, and never beyond the edge', () => {
    const at = (id: number, name: string) => ({ id, name, typing: false });
    expect(cellBeside(at(1, 'city'), sheet, 'next')).toEqual(at(2, 'ownerName'));
    expect(cellBeside(at(2, 'ownerName'), sheet, 'back')).toEqual(at(1, 'city'));
    expect(cellBeside(at(1, 'name'), sheet, 'down')).toEqual(at(2, 'name'));
    expect(cellBeside(at(1, 'name'), sheet, 'left')).toEqual(at(1, 'ownerName'));
    for (const [cell, move] of [
      [at(1, 'city'), 'right'],
      [at(1, 'city'), 'up'],
      [at(2, 'city'), 'next'],
      [at(1, 'ownerName'), 'back'],
    ] as const)
      expect(cellBeside(cell, sheet, move)).toBeNull();
    expect(cellBeside(null, sheet, 'down')).toBeNull();
  });

  it("shows an error at its cells and above them, and another user's row only at that row", () => {
    const edited = changeCell(typing, record(1), 'city', 'Ningbo');
    const refused = refuseEdits(edited, {
      theirs: [],
      fields: [{ field: '/records/0/city', msg: 'Unknown' }],
      failure: 'Not saved',
    });
    expect(refused.failure).toBe('Not saved');
    expect(refused.drafts.get(1)?.errors).toEqual({ city: 'Unknown' });

    const theirs = { ...record(1), version: 4, name: 'Theirs' };
    const stale = refuseEdits(edited, { theirs: [theirs], fields: [], failure: 'Not saved' });
    expect(stale.failure).toBe('');
    expect(stale.drafts.get(1)?.theirs).toBe(theirs);
    expect(reloadEdits(stale, true).drafts.get(1)).toMatchObject({
      base: theirs,
      values: { city: 'Ningbo' },
    });
    expect(reloadEdits(stale, false).drafts.size).toBe(0);
    expect(discardEdits(refused)).toMatchObject({ on: true, failure: '', drafts: new Map() });
  });
});

describe('a key', () => {
  const key = (name: string, shiftKey = false) => ({ key: name, shiftKey });

  it('moves to a cell, and opens or clears an editable one', () => {
    expect(readCellKey(key('ArrowDown'), false)).toEqual({ does: 'move', move: 'down', leaves: false });
    expect(readCellKey(key('Tab', true), false)).toEqual({ does: 'move', move: 'back', leaves: true });
    expect(readCellKey(key('F2'), true)).toEqual({ does: 'open' });
    expect(readCellKey(key('Delete'), true)).toEqual({ does: 'clear' });
    expect(readCellKey(key('Enter'), false)).toBeNull();
    expect(readCellKey(key('a'), true)).toBeNull();
  });

  it('leaves a control, but Enter chooses in an open list', () => {
    expect(readControlKey(key('Enter'), false)).toEqual({ does: 'finish', keep: true, move: 'down' });
    expect(readControlKey(key('Enter'), true)).toBeNull();
    expect(readControlKey(key('Escape'), true)).toEqual({ does: 'finish', keep: false });
    expect(readControlKey(key('Tab'), false)).toEqual({ does: 'finish', keep: true, move: 'next' });
    expect(readControlKey(key('ArrowDown'), false)).toBeNull();
  });
});
