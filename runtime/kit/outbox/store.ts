/** Stores messages and files in IndexedDB, where they survive a closed browser and a power loss. */
import { type DBSchema, openDB } from 'idb';
import type { LineChange, Message } from './message.ts';

export interface OutboxStore {
  /** Returns all messages of a user, unordered. */
  all(owner: string): Promise<Message[]>;
  /** Changes a user's queue atomically. Returns the written messages. */
  change(
    owner: string,
    how: (messages: Message[]) => LineChange,
    durability?: IDBTransactionDurability,
  ): Promise<Message[]>;
  /** Counts the queued messages of other users on this device. */
  others(owner: string): Promise<number>;
  /** Returns a file. After its upload, returns the stored value. Undefined if there is none. */
  file(id: string): Promise<Blob | string | undefined>;
  putFile(id: string, content: Blob | string, now: number): Promise<void>;
  /** Deletes files from before a moment that no message contains, such as files of closed forms. */
  forgetFiles(before: number, isUsed: (messages: readonly Message[], id: string) => boolean): Promise<void>;
}

interface StoredFile {
  content: Blob | string;
  at: number;
}

interface Schema extends DBSchema {
  messages: { key: string; value: Message; indexes: { owner: string } };
  files: { key: string; value: StoredFile };
}

const NAME = 'wattdeck-outbox';
const VERSION = 1;

export async function openStore(): Promise<OutboxStore> {
  const db = await openDB<Schema>(NAME, VERSION, {
    upgrade(fresh) {
      fresh.createObjectStore('messages', { keyPath: 'id' }).createIndex('owner', 'owner');
      fresh.createObjectStore('files');
    },
  });
  return {
    all: (owner) => db.getAllFromIndex('messages', 'owner', owner),
    async change(owner, how, durability = 'relaxed') {
      const trx = db.transaction('messages', 'readwrite', { durability });
      const { put = [], remove = [] } = how(await trx.store.index('owner').getAll(owner));
      await Promise.all([
        ...put.map((message) => trx.store.put(message)),
        ...remove.map((id) => trx.store.delete(id)),
        trx.done,
      ]);
      return put;
    },
    async others(owner) {
      const messages = await db.getAll('messages');
      return messages.filter((one) => one.owner !== owner && one.state !== 'sent').length;
    },
    file: async (id) => (await db.get('files', id))?.content,
    async putFile(id, content, at) {
      await db.put('files', { content, at }, id);
    },
    async forgetFiles(before, isUsed) {
      const trx = db.transaction(['messages', 'files'], 'readwrite');
      const messages = await trx.objectStore('messages').getAll();
      const files = trx.objectStore('files');
      for (let cursor = await files.openCursor(); cursor; cursor = await cursor.continue())
        if (cursor.value.at < before && !isUsed(messages, cursor.key)) await cursor.delete();
      await trx.done;
    },
  };
}
