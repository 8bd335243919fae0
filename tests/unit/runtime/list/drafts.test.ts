import { describe, expect, it } from 'vitest';
import { entities } from '../../../../generated/entities.ts';
import {
  type Drafts,
  draftsBody,
  draftsCells,
  draftsStale,
  draftValue,
  isCellOpen,
  refuseDrafts,
  reloadDrafts,
  setDraft,
} from '../../../../runtime/list/edit/drafts.ts';
import type { ListRecord } from '../../../../runtime/record/calls/useRecords.ts';

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
const edited = setDraft(setDraft(none, record(1), 'city', 'Ningbo'), record(2), 'name', 'New');

describe('staged changes', () => {
  it('send each changed record with its version and only its changes', () => {
    expect(draftsCells(edited)).toBe(2);
    expect(draftsBody(edited)).toEqual([
      { id: 1, version: 3, city: 'Ningbo' },
      { id: 2, version: 3, name: 'New' },
    ]);
    expect(draftsBody(setDraft(none, record(1), 'city', ''))).toEqual([{ id: 1, version: 3, city: null }]);
  });

  it('are empty once a cell has its old value again', () => {
    expect(setDraft(setDraft(none, record(1), 'city', 'X'), record(1), 'city', 'Suzhou').size).toBe(0);
    expect(setDraft(none, record(1), 'remark', '').size).toBe(0);
  });

  it('show the new value, also a cleared one', () => {
    const drafts = setDraft(none, record(1), 'city', null);
    expect(draftValue(drafts.get(1), record(1), 'city')).toBeNull();
    expect(draftValue(drafts.get(1), record(1), 'name')).toBe('C1');
  });

  it('show a refusal at its cell, until that cell is changed again', () => {
    const refused = refuseDrafts(edited, [{ field: '/records/1/name', msg: 'Taken' }]);
    expect(refused.get(2)?.errors).toEqual({ name: 'Taken' });
    expect(refused.get(1)?.errors).toEqual({});
    expect(setDraft(refused, record(2), 'name', 'Other').get(2)?.errors).toEqual({});
  });

  it("mark rows that another user saved, and reload them with or without the user's own changes", () => {
    const theirs = { ...record(1), version: 4, city: 'Hangzhou', name: 'Renamed' };
    const stale = draftsStale(edited, [theirs, record(2)]);
    expect([...stale.values()].map((draft) => draft.theirs?.version)).toEqual([4, undefined]);
    expect(draftsBody(reloadDrafts(stale, true))).toEqual([
      { id: 2, version: 3, name: 'New' },
      { id: 1, version: 4, city: 'Ningbo' },
    ]);
    expect([...reloadDrafts(stale, false).keys()]).toEqual([2]);
  });
});

describe('a cell can be changed', () => {
  it('if the field has a simple control and the server allows the row and the field', () => {
    expect(isCellOpen(customer, 'city', record(1))).toBe(true);
    expect(isCellOpen(customer, 'ownerName', record(1))).toBe(false);
    expect(isCellOpen(customer, 'updatedAt', record(1))).toBe(false);
    expect(isCellOpen(customer, 'city', { ...record(1), _actions: [] })).toBe(false);
    expect(isCellOpen(customer, 'city', { ...record(1), _readonly: ['city'] })).toBe(false);
    const { city: _, ...withoutCity } = record(1);
    expect(isCellOpen(customer, 'city', withoutCity)).toBe(false);
  });

  it('but not if a rule hides the field', () => {
    expect(isCellOpen(customer, 'subIndustry', { ...record(1), subIndustry: null, industry: null })).toBe(
      false,
    );
    expect(isCellOpen(customer, 'subIndustry', { ...record(1), subIndustry: null, industry: 'energy' })).toBe(
      true,
    );
  });
});
