/**
 * An order with 200 lines made and changed over HTTP, beside one without, in turns in one run; medians of many. Goal: at
 * most 3 times.
 */
import { applyOrders, asker, type Order } from '../tests/support/records/orderLines.ts';
import { login, startServer } from '../tests/support/server/server.ts';

const ROUNDS = 60;
const WARM = 10;
const LINES = 200;
const ORDERS = '/manager/tradeOrder';
export const GOAL = 3;

export interface LinesBench {
  createRatio: number;
  updateRatio: number;
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

const makeLines = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ item: `Item ${at}`, quantity: 2, price: '1.25' }));

export async function benchLines(): Promise<LinesBench> {
  const server = await startServer({ fresh: true });
  try {
    const admin = await login(server);
    await applyOrders(admin);
    const ask = asker(admin);
    let made = 0;
    const timed = async (run: () => Promise<{ status: number; msg: string; data: Order }>) => {
      const start = performance.now();
      const { status, msg, data } = await run();
      const ms = performance.now() - start;
      if (status !== 200) throw new Error(msg);
      return { ms, data };
    };
    /** Makes an order, then changes one of its lines where it has any. */
    const round = async (count: number) => {
      made += 1;
      const created = await timed(() =>
        ask('POST', ORDERS, { number: `SO-${made}`, lines: makeLines(count) }),
      );
      const { id, version, lines } = created.data;
      const kept = lines.map((line, at) => ({ id: line.id, ...(at === 0 ? { price: '2.00' } : {}) }));
      const updated = await timed(() => ask('PUT', ORDERS, { id, version, note: 'n', lines: kept }));
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
    ] as const)
      console.log(
        `${name}: ${of(bare, at).toFixed(1)} ms without, ${of(full, at).toFixed(1)} ms with ${LINES} lines`,
      );
    return { createRatio: of(full, 0) / of(bare, 0), updateRatio: of(full, 1) / of(bare, 1) };
  } finally {
    await server.stop();
  }
}

if (import.meta.main) {
  const { createRatio, updateRatio } = await benchLines();
  console.log(`create ${createRatio.toFixed(2)}, update ${updateRatio.toFixed(2)} times (goal: ${GOAL})`);
  if (Math.max(createRatio, updateRatio) > GOAL) process.exitCode = 1;
}
