import { expect, it } from 'vitest';
import { ofEach } from '../../../demo/maker.ts';
import { AppError } from '../../../server/platform/errors/errors.ts';

const customers = [{ id: 1 }, { id: 2 }, { id: 3 }];

it('continues with the others if a customer was deleted in the meantime', async () => {
  const made: unknown[] = [];
  await ofEach(customers, async ({ id }) => {
    if (id === 2) throw new AppError('entity.badReference', { field: 'customerId' });
    made.push(id);
  });
  expect(made).toEqual([1, 3]);
});

it('stops at any other failure', async () => {
  const failed = ofEach(customers, async () => {
    throw new AppError('entity.taken', { field: 'name' });
  });
  await expect(failed).rejects.toMatchObject({ key: 'entity.taken' });
});
