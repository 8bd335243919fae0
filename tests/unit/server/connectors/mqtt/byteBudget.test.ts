import { expect, it } from 'vitest';
import { createBudget } from '../../../../../server/connectors/mqtt/peers/byteBudget.ts';

it('admits requests that fit, in order, and drops callers who leave', () => {
  const budget = createBudget(100);
  const entered: string[] = [];
  const reserve = (name: string, bytes: number) => budget.ask(bytes, () => entered.push(name));
  const first = reserve('first', 60);
  const second = reserve('second', 60);
  const gone = reserve('gone', 10);
  const third = reserve('third', 20);
  // The third request would fit, but must not overtake. Otherwise a large message would never get its turn.
  expect([first, second, gone, third].map((one) => one.entered())).toEqual([true, false, false, false]);
  expect([budget.used(), budget.isFull()]).toEqual([60, true]);
  gone.leave();
  first.leave();
  first.leave();
  expect(entered).toEqual(['second', 'third']);
  expect([budget.used(), budget.isFull()]).toEqual([80, false]);
  second.leave();
  third.leave();
  expect(budget.used()).toBe(0);
});

it('counts data already in memory, and admits a too large message alone', () => {
  const budget = createBudget(100);
  const small = budget.take(120);
  const large = budget.ask(300, () => {});
  expect([budget.isFull(), large.entered()]).toEqual([true, false]);
  small.leave();
  expect([budget.used(), large.entered()]).toEqual([300, true]);
});
