import { expect, it, vi } from 'vitest';
import type { Database } from '../../../../../server/platform/db/index.ts';
import type { Hub } from '../../../../../server/platform/hub/hub.ts';
import { createLogger } from '../../../../../server/platform/log.ts';
import type { storeChange } from '../../../../../server/sites/alarms/store.ts';
import type { Change } from '../../../../../server/sites/alarms/types.ts';
import { createWriter } from '../../../../../server/sites/alarms/writer.ts';
import { ALARM_OPEN } from '../../../../../server/sites/notify/alarmStatus.ts';

const changeAt = (ts: number) => ({ ts, rule: { id: 1 }, to: 'open' }) as Change;

const storeOne: typeof storeChange = async (trx, { ts }) => {
  if (ts === 13) throw Object.assign(new Error('broken'), { code: '23505' });
  (trx as unknown as number[]).push(ts);
  return [{ id: ts, tenantId: 1, stationSn: 's', status: ALARM_OPEN }];
};

/** Creates a database that keeps the rows of committed transactions, and a hub that records its messages. */
function makeParts() {
  const transactions: number[][] = [];
  const told: number[] = [];
  const db = {
    async system(run: (trx: number[]) => Promise<unknown>) {
      const stored: number[] = [];
      const result = await run(stored);
      transactions.push(stored);
      return result;
    },
  } as unknown as Database;
  const hub = { publish: ({ alarmId }: { alarmId: number }) => told.push(alarmId) } as unknown as Hub;
  const log = createLogger('error');
  const errors = vi.spyOn(log, 'error').mockImplementation(() => {});
  return { transactions, told, errors, writer: createWriter({ db, log, hub }, storeOne) };
}

it('stores pending changes in few transactions, in order, and reports each', async () => {
  const { transactions, told, writer } = makeParts();
  const all = Array.from({ length: 120 }, (_, at) => 100 + at);
  for (const ts of all) writer.add(changeAt(ts));
  await writer.idle();
  expect(transactions.flat()).toEqual(all);
  expect(told).toEqual(all);
  expect(transactions.length).toBeLessThan(6);
});

it('stores the others if one of them is invalid', async () => {
  const { transactions, told, errors, writer } = makeParts();
  const all = Array.from({ length: 20 }, (_, at) => at);
  for (const ts of all) writer.add(changeAt(ts));
  await writer.close();
  const right = all.filter((ts) => ts !== 13);
  expect(transactions.flat()).toEqual(right);
  expect(told).toEqual(right);
  expect(errors).toHaveBeenCalledOnce();
});
