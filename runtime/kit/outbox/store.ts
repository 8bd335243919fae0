/** Messages and files wait in the browser's own database, which outlives the page, the browser and the battery. */
import { type DBSchema, openDB } from 'idb';
import type { Message } from './message.ts';

export interface OutboxStore {
  /** All messages of a person, in no order. */
  all(owner: string): Promise<Message[]>;
  /** Writes all of them, or none. */
  put(messages: readonly Message[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Counts the messages of others that wait on this device. */
  others(owner: string): Promise<number>;
  /** A file, or once it has arrived the value that stands for it. */
  file(id: string): Promise<Blob | string | undefined>;
  putFile(id: string, file: Blob | string): Promise<void>;
}

interface Schema extends DBSchema {
  messages: { key: string; value: Message; indexes: { owner: string } };
  files: { key: string; value: Blob | string };
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
    async put(messages) {
      const trx = db.transaction('messages', 'readwrite', { durability: 'strict' });
      for (const message of messages) void trx.store.put(message);
      await trx.done;
    },
    async remove(ids) {
      const trx = db.transaction('messages', 'readwrite');
      for (const id of ids) void trx.store.delete(id);
      await trx.done;
    },
    async others(owner) {
      const messages = await db.getAll('messages');
      return messages.filter((one) => one.owner !== owner && one.state !== 'sent').length;
    },
    file: (id) => db.get('files', id),
    async putFile(id, file) {
      await db.put('files', file, id);
    },
  };
}
