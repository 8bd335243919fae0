import { describe, expect, it } from 'vitest';
import { entities } from '../../../generated/entities.ts';
import {
  type Drafts,
  draft_set,
  draft_value,
  drafts_body,
  drafts_cells,
  drafts_refuse,
  drafts_reload,
  drafts_stale,
  is_cell_open,
} from '../../../runtime/list/edit/drafts.ts';
import type { ListRecord } from '../../../runtime/list/useRecords.ts';

const customer = entities.customer;
const record = (id: number): ListRecord => ({
  id,
  version: 3,
  name: `C${id}`,
  city: 'Suzhou',
  state: 'deal',
  remark: null,
  ownerName: 'Chen',
  _actions: ['update'],
});
const none: Drafts = new Map();
const edited = draft_set(draft_set(none, record(1), 'city', 'Ningbo'), record(2), 'name', 'New');

describe('staged changes', () => {
  it('send each changed record with its version and only what changed', () => {
    expect(drafts_cells(edited)).toBe(2);
    expect(drafts_body(edited)).toEqual([
      { id: 1, version: 3, city: 'Ningbo' },
      { id: 2, version: 3, name: 'New' },
    ]);
    expect(drafts_body(draft_set(none, record(1), 'city', ''))).toEqual([{ id: 1, version: 3, city: null }]);
  });

  it('are none once a cell is as it was', () => {
    expect(draft_set(draft_set(none, record(1), 'city', 'X'), record(1), 'city', 'Suzhou').size).toBe(0);
    expect(draft_set(none, record(1), 'remark', '').size).toBe(0);
  });

  it('show the new value, also an emptied one', () => {
    const drafts = draft_set(none, record(1), 'city', null);
    expect(draft_value(drafts.get(1), record(1), 'city')).toBeNull();
    expect(draft_value(drafts.get(1), record(1), 'name')).toBe('C1');
  });

  it('carry what the server refused to its cell, until that cell is changed again', () => {
    const refused = drafts_refuse(edited, [{ field: '/records/1/name', msg: 'Taken' }]);
    expect(refused.get(2)?.errors).toEqual({ name: 'Taken' });
    expect(refused.get(1)?.errors).toEqual({});
    expect(draft_set(refused, record(2), 'name', 'Other').get(2)?.errors).toEqual({});
  });

  it('mark rows that somebody else saved, and reload them with or without one’s own changes', () => {
    const theirs = { ...record(1), version: 4, city: 'Hangzhou', name: 'Renamed' };
    const stale = drafts_stale(edited, [theirs, record(2)]);
    expect([...stale.values()].map((draft) => draft.theirs?.version)).toEqual([4, undefined]);
    expect(drafts_body(drafts_reload(stale, true))).toEqual([
      { id: 2, version: 3, name: 'New' },
      { id: 1, version: 4, city: 'Ningbo' },
    ]);
    expect([...drafts_reload(stale, false).keys()]).toEqual([2]);
  });
});

describe('a cell can be changed', () => {
  it('where the field has a simple control and the server allows the row and the field', () => {
    expect(is_cell_open(customer, 'city', record(1))).toBe(true);
    expect(is_cell_open(customer, 'ownerName', record(1))).toBe(false);
    expect(is_cell_open(customer, 'updatedAt', record(1))).toBe(false);
    expect(is_cell_open(customer, 'city', { ...record(1), _actions: [] })).toBe(false);
    expect(is_cell_open(customer, 'city', { ...record(1), _readonly: ['city'] })).toBe(false);
    const { city: _, ...withoutCity } = record(1);
    expect(is_cell_open(customer, 'city', withoutCity)).toBe(false);
  });

  it('and not where a rule hides the field', () => {
    expect(is_cell_open(customer, 'subIndustry', { ...record(1), subIndustry: null, industry: null })).toBe(
      false,
    );
    expect(
      is_cell_open(customer, 'subIndustry', { ...record(1), subIndustry: null, industry: 'energy' }),
    ).toBe(true);
  });
});
