import { describe, expect, it } from 'vitest';
import '../../../../runtime/core/definitions/allEntities.ts';
import {
  addRow,
  type CallDocument,
  changePlace,
  chooseDoing,
  chooseEntity,
  listDoings,
  readRows,
  writeRows,
} from '../../../../pages/studio/parts/design/calls/callChanges.ts';
import { isComplete, listAsked, requestText } from '../../../../pages/studio/parts/preview/request.ts';
import { entityOf } from '../../../../runtime/core/definitions/entities.ts';

const customer = entityOf('customer');
const call: CallDocument = {
  name: 'someCustomers',
  title: { zh: '客户', en: 'Customers' },
  method: 'get',
  path: '/manager/someCustomers',
  action: { entity: 'customer', do: 'list' },
};

describe('what a call does', () => {
  it('sets its method, its address and what the action needs', () => {
    const moved = chooseDoing(call, customer, 'transition');
    expect(moved).toMatchObject({ method: 'put', path: '/manager/someCustomers/{id}' });
    expect(moved.action.transition).toBe(customer.states?.transitions[0]?.name);
    expect(chooseDoing(moved, customer, 'list')).toEqual(call);
    const set = chooseDoing(call, customer, 'set');
    expect(Object.values(set.action.values ?? {})).toEqual([{ body: expect.any(String) }]);
  });

  it('is offered as far as the records allow it', () => {
    const without = { ...customer, states: undefined };
    expect(listDoings(customer)).toContain('transition');
    expect(listDoings(without)).not.toContain('transition');
    const other = chooseEntity(chooseDoing(call, customer, 'transition'), { ...without, name: 'other' });
    expect(other.action).toEqual({ entity: 'other', do: 'list' });
  });
});

describe('a condition', () => {
  const narrowed = addRow(call, 'where', 'name');

  it('takes its value from the query, or from the address that names it', () => {
    expect(narrowed.action.where).toEqual({ name: { query: 'name', optional: true } });
    const placed = changePlace(narrowed, { path: '/manager/someCustomers/{name}' });
    expect(placed.action.where).toEqual({ name: { path: 'name' } });
    expect(changePlace(placed, { method: 'post', path: '/manager/someCustomers' }).action.where).toEqual({
      name: { body: 'name' },
    });
  });

  it('compares in words, and stays as it is if only code can express it', () => {
    const mixed = {
      ...narrowed,
      action: { ...narrowed.action, where: { ...narrowed.action.where, state: ['a', 'b'] } },
    };
    const [name, state] = readRows(mixed, 'where');
    expect(state).toEqual({ field: 'state', compared: null });
    const compared = writeRows(mixed, 'where', [
      { ...name!, compared: { ...name!.compared!, word: 'contains' } },
      state!,
    ]);
    expect(compared.action.where).toEqual({
      name: { contains: { query: 'name', optional: true } },
      state: ['a', 'b'],
    });
    expect(writeRows(compared, 'where', []).action).toEqual(call.action);
  });
});

describe('the request of a call', () => {
  const found: CallDocument = {
    ...call,
    path: '/manager/someCustomers/{id}',
    action: { ...call.action, where: { name: { contains: { query: 'word', optional: true } } } },
  };

  it('asks for each value once, and is complete without the optional ones', () => {
    expect(listAsked(found).map((one) => [one.in, one.name])).toEqual([
      ['path', 'id'],
      ['query', 'word'],
    ]);
    expect([isComplete(found, {}), isComplete(found, { id: '1' })]).toEqual([false, true]);
  });

  it('is written with its values, and with the body of a record', () => {
    expect(requestText(found, { id: '7', word: '北 门' }, null).split('\n')[0]).toBe(
      'GET /manager/someCustomers/7?word=%E5%8C%97+%E9%97%A8',
    );
    const made = chooseDoing(call, customer, 'create');
    expect(requestText(made, {}, { name: 'A' })).toContain('"name": "A"');
  });
});
