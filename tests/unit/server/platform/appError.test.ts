import { describe, expect, expectTypeOf, it } from 'vitest';
import { AppError, answerError } from '../../../../server/platform/errors/errors.ts';

type Arguments<Key extends ConstructorParameters<typeof AppError>[0]> = ConstructorParameters<
  typeof AppError<Key>
>;

describe('an error for the caller', () => {
  it('needs exactly the values in its text', () => {
    expectTypeOf<{ limit: number }>().toExtend<Arguments<'entity.filterMany'>[1]>();
    expectTypeOf<{ most: number }>().not.toExtend<Arguments<'entity.filterMany'>[1]>();
    expectTypeOf<{ field: string }>().not.toExtend<Arguments<'entity.filterOp'>[1]>();
    expectTypeOf<undefined>().not.toExtend<Arguments<'entity.filterMany'>[1]>();
    expectTypeOf<undefined>().toExtend<Arguments<'http.notFound'>[1]>();
    expectTypeOf<{ limit: number }>().not.toExtend<Arguments<'http.notFound'>[1]>();
  });

  it('keeps its key and its values with other extras', () => {
    const first = new AppError('entity.filterOp', { field: 'name', op: 'gt' }, { field: '/op' });
    const placed = first.with({ field: '/filter/0/op' }, { field: 'Name' });
    expect(placed).toBeInstanceOf(AppError);
    expect(answerError(placed, 'en').body).toEqual({
      code: 40035,
      data: null,
      msg: '"Name" does not support "gt"',
      errors: [{ field: '/filter/0/op', msg: '"Name" does not support "gt"' }],
    });
  });

  it('is unchanged when sent between processes', () => {
    const { key, params, extras } = new AppError('entity.filterMany', { limit: 3 }, { field: '/filter' });
    const sent = JSON.parse(JSON.stringify({ key, params, extras }));
    expect(answerError(AppError.from(sent), 'zh').body.msg).toBe('筛选条件最多 3 个');
  });
});
