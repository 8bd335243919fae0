/** The line of a device in memory, with what its database promises: values are copied in and out. */
import { type Message, makeMessage, type NewMessage } from '../../runtime/kit/outbox/message.ts';
import type { OutboxStore } from '../../runtime/kit/outbox/store.ts';

export function memoryOutbox(): OutboxStore & { messages(): Message[] } {
  const messages = new Map<string, Message>();
  const files = new Map<string, Blob | string>();
  const all = (): Message[] => structuredClone([...messages.values()]);
  return {
    messages: all,
    all: async (owner) => all().filter((one) => one.owner === owner),
    async put(changed) {
      for (const one of changed) messages.set(one.id, structuredClone(one));
    },
    async remove(ids) {
      for (const id of ids) messages.delete(id);
    },
    others: async (owner) => all().filter((one) => one.owner !== owner).length,
    file: async (id) => files.get(id),
    async putFile(id, file) {
      files.set(id, file);
    },
  };
}

export const OWNER = '1@2';

let count = 0;

/** A message that changes a record, or makes one. */
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
