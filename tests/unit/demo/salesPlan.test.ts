/** The plan of the demo's sales produces the required sums, to the cent. */
import { describe, expect, it } from 'vitest';
import { cents, linesOf, netOf } from '../../../demo/business/salesLines.ts';
import { MONTHS, type PlannedOrder, plannedOrders } from '../../../demo/business/salesPlan.ts';

const orders = plannedOrders();
const inYuan = orders.filter(({ currency }) => currency === 'CNY');
const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
const parts = (of: readonly PlannedOrder[]) => of.flatMap(({ plan }) => plan);
const openOf = ({ amount, received }: { amount: number; received: number }) => amount - received;
/** Amount of the worked example that is already invoiced. */
const WORKED_INVOICED = 58_733_678;

describe('the orders of the demo', () => {
  it('are 36, 33 of them in CNY, with the planned amount per month', () => {
    expect([orders.length, inYuan.length]).toEqual([36, 33]);
    const months = Array.from({ length: MONTHS }, (_, month) =>
      sum(inYuan.filter((one) => one.month === month).map(({ gross }) => gross)),
    );
    expect(months.map((month) => month / 100_000)).toEqual([
      ...[980, 1240, 1610, 2050, 1380, 1120, 1890, 2310, 1470, 1260, 2180, 2640, 1350],
    ]);
  });

  it('are paid by instalments that add up to them: paid, late and future ones', () => {
    for (const { gross, plan } of orders) expect(sum(plan.map(({ amount }) => amount))).toBe(gross);
    const all = parts(orders);
    const count = (is: (one: (typeof all)[number]) => boolean) => all.filter(is).length;
    expect(all).toHaveLength(108);
    expect(count((one) => openOf(one) === 0)).toBe(71);
    expect(count(({ received, amount }) => received > 0 && received < amount)).toBe(6);
    expect(count(({ received, due }) => received === 0 && due !== null && due < 0)).toBe(9);
    expect(count(({ received, due }) => received === 0 && due !== null && due > 0 && due <= 30)).toBe(5);
    expect(count(({ received, due }) => received === 0 && due !== null && due > 30)).toBe(17);
  });

  it('add up: received, overdue by age, and not due', () => {
    const all = parts(inYuan);
    expect(sum(all.map(({ received }) => received))).toBe(1_396_200_000);
    const late = (from: number, to: number) =>
      sum(all.filter(({ due }) => due !== null && -due >= from && -due <= to).map(openOf));
    const ages = [late(1, 30), late(31, 60), late(61, 90), late(91, 180), late(181, 365), late(366, 9999)];
    expect(ages.map((age) => age / 100_000)).toEqual([512, 388, 274, 243, 151, 43]);
    expect(sum(all.filter(({ due }) => due !== null && due > 0).map(openOf))).toBe(590_700_000);
  });

  it('add up: invoiced, applied for, and not invoiced', () => {
    const others = inYuan.filter(({ isWorked }) => !isWorked);
    const figures = others.map(({ gross, isCompleted, invoices }) => {
      if (isCompleted) return { invoiced: gross, applied: 0 };
      const amount = (state: string) =>
        sum(invoices.filter((one) => one.state === state).map(({ of }) => Number(of)));
      const issued = sum(invoices.map((one) => one.issued ?? 0));
      return {
        invoiced: amount('invoiced') + issued,
        applied: amount('applied') + amount('invoicing') - issued,
      };
    });
    const invoiced = sum(figures.map((one) => one.invoiced)) + WORKED_INVOICED;
    const applied = sum(figures.map((one) => one.applied));
    expect([invoiced, applied]).toEqual([1_589_400_000, 64_440_000]);
    expect(sum(inYuan.map(({ gross }) => gross)) - invoiced - applied).toBe(494_160_000);
    const states = orders.flatMap(({ invoices }) => invoices.map(({ state }) => state));
    const counts = Object.fromEntries(
      [...Map.groupBy(states, (state) => state)].map(([state, all]) => [state, all.length]),
    );
    // The worked example adds two.
    expect(counts).toEqual({ saved: 3, applied: 5, rejected: 2, invoicing: 4, invoiced: 54 });
  });
});

describe('lines', () => {
  it('add up to any amount to the cent, with the first line as the largest', () => {
    for (const { gross } of inYuan) {
      const made = linesOf(gross, 'zh').map(({ quantity, price, taxRate }) => {
        const net = Math.round(cents(price) * Number(quantity));
        return net + Math.round((net * Number(taxRate)) / 100);
      });
      expect(sum(made)).toBe(gross);
      expect(made[0]! / gross).toBeGreaterThan(0.7);
    }
    expect(netOf(113, 13)).toBe(100);
    expect(netOf(4, 13)).toBeNull();
  });
});
