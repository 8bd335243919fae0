/** The outbox of a device in a real browser, filled from outside. */
import type { Page } from 'playwright';
import type { Message } from '../../../runtime/kit/outbox/message.ts';
import { makeMessage } from '../../../runtime/kit/outbox/message.ts';

/** Returns messages that create one customer each, with these names. */
export const customerMessages = (owner: string, names: readonly string[]): Message[] =>
  names.map((name, at) =>
    makeMessage(
      {
        ...{ owner, entity: 'customer', recordId: null, title: name, move: null, path: {}, base: {} },
        ...{ operation: 'customerCreate', body: { name }, mine: { name } },
      },
      crypto.randomUUID(),
      at + 1,
      Date.now(),
    ),
  );

/** Returns a message that makes this move of an inspection. */
export const moveMessage = (
  owner: string,
  { id, version, name, place }: { id: number; version: number; name: string; place: number },
): Message =>
  makeMessage(
    {
      ...{ owner, entity: 'inspection', recordId: id, title: `Inspection ${id}`, base: {}, mine: {} },
      ...{ move: { zh: '完成', en: 'Finish' }, operation: 'recordTransition' },
      ...{ path: { entity: 'inspection', id }, body: { name, version } },
    },
    crypto.randomUUID(),
    place,
    Date.now(),
  );

/** Puts messages into the database of the browser, as if they had been stored earlier. */
export const fillLine = (page: Page, messages: readonly Message[]): Promise<void> =>
  page.evaluate(async (all) => {
    const opening = indexedDB.open('wattdeck-outbox');
    const db = await new Promise<IDBDatabase>((done) => {
      opening.onsuccess = () => done(opening.result);
    });
    const trx = db.transaction('messages', 'readwrite');
    for (const message of all) trx.objectStore('messages').put(message);
    await new Promise((done) => {
      trx.oncomplete = done;
    });
    db.close();
  }, messages);

/** Returns the states of all messages, in their order. */
export const readLine = (page: Page): Promise<Message[]> =>
  page.evaluate(async () => {
    const opening = indexedDB.open('wattdeck-outbox');
    const db = await new Promise<IDBDatabase>((done) => {
      opening.onsuccess = () => done(opening.result);
    });
    const all = db.transaction('messages').objectStore('messages').getAll();
    await new Promise((done) => {
      all.onsuccess = done;
    });
    db.close();
    return (all.result as Message[]).sort((a, b) => a.place - b.place);
  });

/** Makes the outbox continue immediately, as after the network returned. */
export const bringBack = (page: Page): Promise<unknown> =>
  page.evaluate(() => window.dispatchEvent(new Event('online')));

/** Resolves once the outbox has created its database. No other code may create this database first. */
export async function awaitLine(page: Page): Promise<void> {
  const isThere = () =>
    page.evaluate(async () =>
      (await indexedDB.databases()).some(({ name, version }) => name === 'wattdeck-outbox' && version === 1),
    );
  while (!(await isThere())) await page.waitForLoadState('networkidle');
}
