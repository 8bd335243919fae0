import { describe, expect, it } from 'vitest';
import { entities } from '../../../../generated/entities.ts';
import {
  isViewModified,
  openView,
  type SavedView,
  viewState,
} from '../../../../runtime/list/views/viewState.ts';
import { readState } from '../../../../runtime/record/query/query.ts';

const customer = entities.customer;
const read = (address: string) => readState(customer, new URLSearchParams(address));
const view: SavedView = {
  id: 7,
  page: 'CustomersManagement',
  name: 'Deals',
  scope: 'private',
  roleId: null,
  state: { 'f.state': 'deal', sort: 'name', columns: 'name,city' },
  isDefault: false,
  opensFirst: false,
  version: 1,
  mine: true,
};

describe('a saved view', () => {
  it('stores what is shown, but not the position', () => {
    expect(viewState(customer, read('f.state=deal&q=x&page=3&view=7'))).toEqual({
      'f.state': 'deal',
      q: 'x',
    });
  });

  it('opens as it was saved, and is shown as the current one', () => {
    const state = openView(customer, view);
    expect(state).toMatchObject({
      view: 7,
      filters: { state: ['deal'] },
      columns: ['name', 'city'],
      current: 1,
    });
    expect(isViewModified(customer, view, state)).toBe(false);
    expect(isViewModified(customer, view, { ...state, current: 4 })).toBe(false);
  });

  it('is modified if filter, sort, columns or mode differ', () => {
    const state = openView(customer, view);
    expect(isViewModified(customer, view, { ...state, filters: {} })).toBe(true);
    expect(isViewModified(customer, view, { ...state, columns: null })).toBe(true);
    expect(isViewModified(customer, view, { ...state, mode: 'endless' })).toBe(true);
  });

  it('drops parts that the definition no longer has', () => {
    const old = { ...view, state: { 'f.gone': 'x', sort: 'gone', columns: 'gone', size: 7, view: '3' } };
    expect(openView(customer, old)).toMatchObject({
      filters: {},
      sort: [],
      columns: null,
      size: 10,
      view: 7,
    });
  });
});
