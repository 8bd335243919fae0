/** The outbox of a device in memory. Like the database, it stores and returns copies. */
import { type Message, makeMessage, type NewMessage } from '../../../runtime/kit/outbox/message.ts';
import type { OutboxStore } from '../../../runtime/kit/outbox/store.ts';

interface MemoryOutbox extends OutboxStore {
  messages(): Message[];
  put(messages: readonly Message[]): void;
  files: Map<string, { content: Blob | string; at: number }>;
}

export function memoryOutbox(): MemoryOutbox {
  const messages = new Map<string, Message>();
  const files: MemoryOutbox['files'] = new Map();
  const all = (): Message[] => structuredClone([...messages.values()]);
  const put = (changed: readonly Message[]) => {
    for (const one of changed) messages.set(one.id, structuredClone(one));
  };
  const ofOwner = (owner: string) => all().filter((one) => one.owner === owner);
  return {
    messages: all,
    put,
    files,
    all: async (owner) => ofOwner(owner),
    async change(owner, how) {
      const { put: changed = [], remove = [] } = how(ofOwner(owner));
      put(changed);
      for (const id of remove) messages.delete(id);
      return structuredClone(changed);
    },
    others: async (owner) => all().filter((one) => one.owner !== owner).length,
    file: async (id) => files.get(id)?.content,
    async putFile(id, content, at) {
      files.set(id, { content, at });
    },
    async forgetFiles(before, isUsed) {
      for (const [id, { at }] of files) if (at < before && !isUsed(all(), id)) files.delete(id);
    },
  };
}

export const OWNER = '1@2';

let count = 0;

/** Returns a message that changes a record, or creates one. */
export function messageOf(recordId: number | null, more: Partial<NewMessage> = {}): Message {
  count += 1;
  const path = recordId === null ? {} : { id: recordId };
  const body =
    recordId === null ? { name: `New ${count}` } : { id: recordId, version: 1, name: `Name ${count}` };
  const message: NewMessage = {
    ...{ owner: OWNER, entity: 'inspection', recordId, title: `Record ${recordId}`, move: null },
    ...{ operation: recordId === null ? 'inspectionCreate' : 'inspectionUpdate', path, body },
    ...{ base: {}, mine: { name: body.name } },
    ...more,
  };
  return makeMessage(message, crypto.randomUUID(), count, 0);
}
