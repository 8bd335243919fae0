/** Leave that is not submitted yet is created, found, changed and removed. It does not reduce the balance. */
import { expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { serveOperators } from '../../support/calls/operators.ts';

const { operator, stranger } = serveOperators();

const BODY = { subject: 'Away', type: 'sick', startDate: '2026-12-01', endDate: '2026-12-02' } as const;

it('a draft is created, found, changed and removed by its calls', async () => {
  const { id, version } = await operator.call('leaveCreate', { body: BODY });
  const path = { id };
  const inState = async (value: string) => {
    const filter = JSON.stringify({ and: [{ field: 'status', op: 'eq', value }] });
    return (await operator.call('leavePage', { query: { filter } })).records;
  };
  expect(await inState('draft')).toMatchObject([{ ...BODY, id, days: 2 }]);
  expect(await inState('agreed')).toEqual([]);
  expect((await ask(stranger, 'leaveGet', { path })).status).toBe(404);
  const changed = await operator.call('leaveUpdate', { body: { id, version, subject: 'At the sea' } });
  expect(changed).toMatchObject({ subject: 'At the sea', version: 2 });
  expect(await operator.call('leaveGet', { path })).toMatchObject({ subject: 'At the sea' });
  await operator.call('leaveDelete', { path });
  expect((await ask(operator, 'leaveGet', { path })).status).toBe(404);
});

it('a draft does not reduce the balance', async () => {
  const { id } = await operator.call('leaveCreate', { body: BODY });
  const filter = JSON.stringify({ and: [{ field: 'leaveId', op: 'in', value: [id] }] });
  expect((await operator.call('leaveDayPage', { query: { filter } })).total).toBe(0);
  expect((await ask(operator, 'leaveDayGet', { path: { id: 999_999 } })).status).toBe(404);
});
