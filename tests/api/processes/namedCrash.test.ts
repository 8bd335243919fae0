/** A request with an id creates one record, whenever the server crashes. */
import { expect, it } from 'vitest';
import { type Answer, ask } from '../../support/calls/ask.ts';
import { killableServer } from '../../support/server/killableServer.ts';
import type { Client } from '../../support/server/server.ts';

const { fresh, start, kill } = killableServer();

type Made = Answer<{ id: number }>;
const make = (client: Client, key: string): Promise<Made> =>
  ask(client, 'customerCreate', {
    body: { name: key },
    headers: { 'idempotency-key': key },
  }) as Promise<Made>;

it('kill -9 between request and answer leaves one record of each request that is sent again', async () => {
  const admin = await fresh();
  const answered = new Map<string, number>();
  const sent = new Set<string>();
  const write = async (writer: number): Promise<void> => {
    for (let at = 0; ; at++) {
      const key = `w${writer}-${at}`;
      sent.add(key);
      const made = await make(admin, key).catch(() => null);
      if (made?.status !== 200) return;
      answered.set(key, made.data.id);
    }
  };
  const writing = Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer)));
  await expect.poll(() => answered.size).toBeGreaterThan(100);
  await kill('SIGKILL');
  await writing;

  const again = await start();
  const ids = new Set<number>();
  for (const key of sent) {
    const { status, data } = await make(again, key);
    expect([key, status, data.id]).toEqual([key, 200, answered.get(key) ?? data.id]);
    ids.add(data.id);
  }
  expect(ids.size).toBe(sent.size);
  const filter = JSON.stringify({ and: [{ field: 'name', op: 'startsWith', value: 'w' }] });
  const { total } = await again.call('getCustomerList', { query: { filter, size: 1 } });
  expect(total).toBe(sent.size);
});
