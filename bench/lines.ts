/**
 * Creates and changes an order with 200 lines over HTTP, and an order without lines. Both alternate in one run.
 * Figures are medians. Goal: the order with lines takes at most 3 times as long.
 */
import assert from 'node:assert/strict';
import { applyOrders, asker, type Order } from '../tests/support/records/orderLines.ts';
import { login } from '../tests/support/server/server.ts';
import { median } from './kit/percentile.ts';
import { keepRatio } from './kit/report.ts';
import { startFresh } from './kit/server.ts';
import { sized } from './kit/size.ts';

const ROUNDS = sized(60, 2);
const WARM = sized(10, 0);
const LINES = sized(200, 5);
const ORDERS = '/manager/tradeOrder';
const GOALS = { create: 3, update: 3 };

const makeLines = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ item: `Item ${at}`, quantity: 2, price: '1.25' }));

async function benchLines(): Promise<void> {
  const server = await startFresh();
  try {
    const admin = await login(server);
    await applyOrders(admin);
    const send = asker(admin);
    let made = 0;
    const timed = async (run: () => Promise<{ status: number; msg: string; data: Order }>) => {
      const start = performance.now();
      const { status, msg, data } = await run();
      const ms = performance.now() - start;
      if (status !== 200) throw new Error(msg);
      return { ms, data };
    };
    /** Creates an order, then changes one of its lines if it has any. */
    const round = async (count: number) => {
      made += 1;
      const created = await timed(() =>
        send('POST', ORDERS, { number: `SO-${made}`, lines: makeLines(count) }),
      );
      const { id, version, lines } = created.data;
      const unchanged = lines.map((line, at) => ({ id: line.id, ...(at === 0 ? { price: '2.00' } : {}) }));
      const updated = await timed(() => send('PUT', ORDERS, { id, version, note: 'n', lines: unchanged }));
      assert.equal(updated.data.lines.length, count);
      if (count > 0) assert.equal(Number(updated.data.total), 2.5 * count + 1.5);
      return [created.ms, updated.ms] as const;
    };
    const bare: (readonly [number, number])[] = [];
    const full: (readonly [number, number])[] = [];
    for (let at = 0; at < WARM + ROUNDS; at++) {
      const [one, other] = [await round(0), await round(LINES)];
      if (at < WARM) continue;
      bare.push(one);
      full.push(other);
    }
    const of = (rounds: typeof bare, at: 0 | 1) => median(rounds.map((one) => one[at]));
    for (const [name, at] of [
      ['create', 0],
      ['update', 1],
    ] as const) {
      const value = of(full, at) / of(bare, at);
      const verdict = keepRatio({ name, value, goal: GOALS[name], better: 'less' });
      console.log(
        `${name}: ${of(bare, at).toFixed(1)} ms without, ${of(full, at).toFixed(1)} ms with ${LINES} lines: ${value.toFixed(2)} times (${verdict})`,
      );
    }
  } finally {
    await server.stop();
  }
}

await benchLines();
