/**
 * Documents, imports and exports are queued fairly. A caller who floods one public link delays only requests by this
 * link. The worker of the first document is stopped, so that the result does not depend on the machine's speed.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../support/calls/client.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { queueFigures } from '../../support/calls/queueFigures.ts';
import { checkTable, importTable, tableFile, upload } from '../../support/records/excel.ts';
import { makeQuote, moveQuote, sendQuote, startTrade, type Trade } from '../../support/records/quoteFlow.ts';
import { stopNextWorker } from '../../support/server/run/paperWorkers.ts';

const served = serveOperators();
const AT_ONCE = 16;
/** Largest number of waiting requests of one link, beside the running one. */
const WAITING = 3;
let trade: Trade;

beforeAll(async () => {
  trade = await startTrade(served.server);
});

async function linkedQuote(): Promise<{ id: number; token: string }> {
  const id = await makeQuote(trade);
  await sendQuote(trade, id);
  const { token } = await trade.seller.call('recordLinkMake', { path: { entity: 'quote', id } });
  return { id, token };
}

/** Requests a document by a link. Another zone makes another document. */
function saveDocument(token: string, zone: string, signal?: AbortSignal): Promise<Response> {
  return createClient(served.server.url).fetch(`/public/record/${token}/document`, {
    headers: { 'x-time-zone': zone },
    ...(signal && { signal }),
  });
}

const ZONES = Array.from({ length: AT_ONCE }, (_, at) => `Etc/GMT${at < 8 ? '-' : '+'}${(at % 8) + 1}`);

const papers = () => queueFigures(served.server.url, 'paper');

describe('documents by a public link', () => {
  it('are created one at a time; the rest waits, is refused with a time, or is dropped when its caller leaves', async () => {
    const { token } = await linkedQuote();
    const before = await papers();
    const stopped = stopNextWorker();
    const first = saveDocument(token, 'UTC');
    const goOn = await stopped;
    try {
      const leave = ZONES.map(() => new AbortController());
      const requests = leave.map(({ signal }, at) => saveDocument(token, ZONES[at]!, signal));
      const answers = requests.map((one) =>
        one.then(
          ({ status }) => status,
          () => 'left',
        ),
      );
      // Refused requests are answered at once.
      await expect.poll(papers).toMatchObject({
        running: 1,
        waiting: WAITING,
        refused: before.refused + AT_ONCE - WAITING,
      });
      const refused = await Promise.any(requests);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refused.json()).toMatchObject({ code: 42903 });
      // A colleague's import gets its own turn while the link's first document still waits.
      const file = upload(await tableFile([['Name'], ['Beside the queue']]), 'one.xlsx');
      const { job } = await checkTable(trade.boss, { entity: 'customer' }, file);
      expect((await importTable(trade.boss, { entity: 'customer' }, job)).report.created).toBe(1);
      for (const one of leave) one.abort();
      await expect
        .poll(papers)
        .toMatchObject({ running: 1, waiting: 0, turns: before.turns + 1, left: before.left + WAITING });
      expect(new Set(await Promise.all(answers))).toEqual(new Set([429, 'left']));
    } finally {
      goOn();
    }
    expect((await first).status).toBe(200);
    expect(await papers()).toMatchObject({ running: 0, waiting: 0, turns: before.turns + 1 });
  });

  it('are created once for a version of the record, for any number of callers', async () => {
    const { id, token } = await linkedQuote();
    const before = await papers();
    const all = await Promise.all(
      Array.from({ length: AT_ONCE }, () => saveDocument(token, 'Asia/Shanghai')),
    );
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    const files = await Promise.all(all.map(async (one) => Buffer.from(await one.arrayBuffer())));
    expect(files.every((file) => file.equals(files[0]!))).toBe(true);
    expect((await papers()).turns).toBe(before.turns + 1);
    await moveQuote(trade.seller, id, 'accept', { resultBy: '周敏' });
    expect((await saveDocument(token, 'Asia/Shanghai')).status).toBe(200);
    expect((await papers()).turns).toBe(before.turns + 2);
  });

  it('are canceled when the last waiting caller leaves', async () => {
    const { token } = await linkedQuote();
    const stopped = stopNextWorker();
    const leave = new AbortController();
    const left = saveDocument(token, 'Asia/Tokyo', leave.signal).catch(() => 'left');
    await stopped;
    leave.abort();
    expect(await left).toBe('left');
    await expect.poll(papers).toMatchObject({ running: 0, waiting: 0 });
    expect((await saveDocument(token, 'Asia/Tokyo')).status).toBe(200);
  });
});
