import { describe, expect, it } from 'vitest';
import type { EntityDefinition } from '../../../../generated/definition.ts';
import { fieldsOf } from '../../../../pages/studio/parts/design/entityDoc.ts';
import {
  addDisplay,
  fits,
  isUsed,
  listOfferedDisplays,
  markField,
  placeColumn,
  sortBy,
  stepColumn,
} from '../../../../pages/studio/parts/design/lists/listChanges.ts';
import { placeStates, textWidth } from '../../../../pages/studio/parts/design/states/stateLayout.ts';
import {
  addMove,
  addState,
  addStates,
  askFor,
  closeState,
  movesOf,
  REASON,
  removeState,
  statesOf,
  titleMove,
  titleState,
} from '../../../../pages/studio/parts/design/states/states.ts';
import { orderWith } from './order.ts';

const order: EntityDefinition = {
  ...orderWith({
    due: { type: 'string', format: 'date', title: { zh: '交期', en: 'Due' } },
    total: { type: 'string', format: 'money', title: { zh: '合计', en: 'Total' } },
  }),
  list: { columns: ['name', 'due'] },
};
const begun = addStates(order);
const naming = { isNew: true, spell: () => '' };

describe('states', () => {
  it('begin with two, in a field that the list shows', () => {
    expect(begun).toMatchObject({
      states: {
        field: 'state',
        initial: 'draft',
        transitions: [{ name: 'finish', from: ['draft'], to: 'done' }],
      },
      list: { columns: ['name', 'due', 'state'], filters: ['state'] },
    });
  });

  it('take their keys from their titles everywhere, as long as no record has them', () => {
    const ordered = titleState(begun, 'done', { zh: '已下单', en: 'Ordered' }, naming);
    expect(movesOf(ordered)[0]?.to).toBe('ordered');
    const first = titleState(ordered, 'draft', { zh: '新', en: 'New' }, naming);
    expect(first.states?.initial).toBe('new');
    expect(fieldsOf(first).state?.default).toBe('new');
    const titled = titleState(begun, 'done', { zh: '已下单', en: 'Ordered' }, { ...naming, isNew: false });
    expect(statesOf(titled).map(({ value }) => value)).toEqual(['draft', 'done']);
  });

  it('are removed with the buttons that lead there, and another state becomes the initial one', () => {
    const more = addMove(addState(begun), 'done', 'state3');
    const left = removeState(closeState(more, 'draft', true), 'draft');
    expect(statesOf(left).map(({ value }) => value)).toEqual(['done', 'state3']);
    expect(left.states).toMatchObject({ initial: 'done', transitions: [{ from: ['done'], to: 'state3' }] });
    expect(left.states).not.toHaveProperty('locked');
  });

  it('are in their order, each with the buttons that lead there', () => {
    const more = addState(addState(begun));
    const linked = addMove(more, 'done', 'state3');
    const placed = placeStates(linked, 'en');
    expect(placed.map(({ option, rank, into }) => [option.value, rank, into])).toEqual([
      ['draft', 0, []],
      ['done', 1, ['Finish']],
      ['state3', 2, ['State 3']],
      ['state4', 3, []],
    ]);
    const ys = placed.map(({ y }) => y);
    expect(ys).toEqual(ys.toSorted((a, b) => a - b));
  });

  it('have enough distance for the name of every button', () => {
    const long = { zh: '提交给供应商并等待确认', en: 'Send it to the supplier and wait for the answer' };
    const two = addMove(addState(begun), 'draft', 'state3');
    const called = titleMove(titleMove(two, 0, long, naming), 1, long, naming);
    for (const lang of ['zh', 'en'] as const) {
      const [, done, other] = placeStates(called, lang);
      expect(other!.rank).toBe(done!.rank);
      expect(other!.x - done!.x).toBeGreaterThan(textWidth(long[lang]));
    }
  });
});

describe('a button', () => {
  it('has a unique key, different from the actions of every record', () => {
    const submit = titleMove(begun, 0, { zh: '提交', en: 'Submit' }, naming);
    expect(movesOf(submit)[0]?.name).toBe('submitIt');
    const second = titleMove(addMove(submit, 'done', 'draft'), 1, { zh: '提交', en: 'Submit it' }, naming);
    expect(movesOf(second)[1]?.name).toBe('submitIt2');
  });

  it('asks for fields, which it writes, and for a reason', () => {
    const withForm = askFor(begun, 0, ['due', REASON]);
    expect(movesOf(withForm)[0]?.form).toMatchObject({
      properties: { due: { format: 'date' }, reason: { type: 'string' } },
      required: ['due', 'reason'],
    });
    expect(movesOf(askFor(withForm, 0, []))[0]?.form).toBeUndefined();
  });
});

describe('a list', () => {
  it('has ordered columns, and offers only suitable settings for a field', () => {
    const placed = placeColumn(order, 'total', 'due', 'before');
    expect(placed.list.columns).toEqual(['name', 'total', 'due']);
    expect(stepColumn(placed, 'due', -1).list.columns).toEqual(['name', 'due', 'total']);
    expect(stepColumn(placed, 'name', -1)).toBe(placed);
    const totalled = markField(order, 'total', 'totals', true);
    expect(isUsed(totalled, 'total', 'totals')).toBe(true);
    expect(markField(totalled, 'total', 'totals', false).list.totals).toBeUndefined();
    expect([
      fits(order, 'name', 'totals'),
      fits(order, 'name', 'search'),
      fits(order, 'due', 'search'),
    ]).toEqual([false, true, false]);
    expect(sortBy(order, 'due', 'desc').list.sort).toEqual([{ field: 'due', order: 'desc' }]);
  });

  it('has the displays that its fields allow', () => {
    expect(listOfferedDisplays(order)).toEqual(expect.arrayContaining(['cards', 'calendar', 'workbench']));
    expect(listOfferedDisplays(order)).not.toContain('gallery');
    expect(listOfferedDisplays(order)).not.toContain('kanban');
    const shown = addDisplay(begun, 'kanban');
    expect(shown.list.displays).toEqual([{ as: 'kanban', by: 'state' }]);
    expect(listOfferedDisplays(shown)).not.toContain('kanban');
  });
});
