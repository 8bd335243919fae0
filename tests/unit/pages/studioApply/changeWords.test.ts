import { describe, expect, it } from 'vitest';
import { changeWords } from '../../../../pages/studio/parts/apply/words/changeWords.ts';
import type { Document, Kind } from '../../../../pages/studio/parts/document.ts';
import { orderWith } from '../studioDesign/order.ts';

const title = (en: string) => ({ zh: en, en });
const note = { type: 'string', title: title('Note') } as const;
const order = (more: object = {}) => ({ ...orderWith({ note }), ...more }) as unknown as Document;
const planOf = (rows: number[]) => ({
  ...{ steps: [], refused: [], breaches: [], rows: 0 },
  taken: rows.map((count) => ({ entity: 'a', field: 'b', value: 'c', title: title('C'), rows: count })),
});
const english = (kind: Kind, before: Document | null, after: Document, rows: number[] = []) =>
  changeWords(kind, before, after, planOf(rows)).map(({ en }) => en);

describe('what an applied definition will be', () => {
  it('is a list, a place in the menu and rights of roles, where it is new', () => {
    const page = { menu: { group: 'appliance', order: 900 } };
    const lines = [{ ...orderWith({}), name: 'orderLine', title: title('Parts') }];
    expect(english('entity', null, order({ page, lines, rights: { sales: ['list'] } }))).toEqual([
      'A new list with 2 fields; nothing that exists changes',
      'It has the lines “Parts” with 1 field',
      'Added to the menu “Enterprise”',
      'Rights of the roles of new tenants change: Sales',
    ]);
  });

  it('names fields that come, go and change', () => {
    const properties = (entity: Document) => (entity.schema as { properties: object }).properties;
    const after = order();
    const before = order();
    const name = { type: 'string', title: title('Name'), maxLength: 9 };
    after.schema = { type: 'object', properties: { name, due: { ...note, title: title('Due') } } };
    expect(Object.keys(properties(before))).toEqual(['name', 'note']);
    expect(english('entity', before, after)).toEqual([
      'New fields: Due',
      'Removed fields (their data stays): Note',
      'Renamed fields: Name',
      'Changed fields: Name',
    ]);
  });

  it('names buttons, steps of the approval, and settings by their key', () => {
    const step = { do: 'approve', name: 'boss', title: title('Boss'), by: { manager: true }, mode: 'any' };
    const move = { name: 'close', title: title('Close'), from: ['draft'], to: 'done' };
    const after = order({
      states: { field: 'state', initial: 'draft', transitions: [move] },
      approval: { field: 'approval', steps: [step] },
      indexes: [['note']],
    });
    expect(english('entity', order(), after)).toEqual([
      'New buttons: Close',
      'New steps of the approval: Boss',
      'Other settings change: indexes',
    ]);
  });

  it('is a page, a report or a document, and a page may leave the menu', () => {
    const page = { name: 'Orders', title: title('Orders'), menu: { group: 'ems', order: 1 } };
    expect(english('page', null, page)).toEqual([
      'A new page; nothing that exists changes',
      'Added to the menu “Energy sites”',
    ]);
    const { menu: _, ...left } = page;
    expect(english('page', page, { ...left, title: title('Deals') })).toEqual([
      'The title becomes “Deals”',
      'Removed from the menu',
    ]);
    expect(english('statistic', null, { name: 'orders', figures: [{}] })).toEqual([
      'A new report with 1 figure; nothing that exists changes',
    ]);
  });

  it('names entries that are added, removed, renamed, changed and ordered, and counts the records that move', () => {
    const dictionaryOf = (...entries: [value: string, en: string, color?: string][]) => ({
      name: 'kind',
      entries: entries.map(([value, en, color]) => ({ value, title: title(en), ...(color && { color }) })),
    });
    const before = dictionaryOf(['a', 'A'], ['b', 'B'], ['c', 'C'], ['d', 'D']);
    const after = dictionaryOf(['c', 'C', 'info'], ['a', 'Alpha'], ['d', 'D'], ['e', 'E']);
    expect(english('dictionary', null, before)).toEqual([
      'A new dictionary with 4 entries; nothing that exists changes',
    ]);
    expect(english('dictionary', before, after, [9, 5])).toEqual([
      'New entries: E',
      'Removed entries: B',
      'Renamed entries: Alpha',
      'Changed entries: C',
      'The order of the entries changes',
      '14 records will get another choice, which you choose below',
    ]);
  });

  it('is the address of a call and what it does, or its conditions', () => {
    const action = { entity: 'tender', do: 'list' };
    const call = { name: 'open', method: 'get', path: '/manager/open', action };
    expect(english('call', null, call)).toEqual([
      'A new call, GET /manager/open (List records); nothing that exists changes',
    ]);
    expect(english('call', call, { ...call, path: '/manager/all' })).toEqual([
      'The call becomes GET /manager/all (List records)',
    ]);
    expect(english('call', call, { ...call, action: { ...action, where: { state: 'open' } } })).toEqual([
      'The conditions or values of the call change',
    ]);
  });
});
