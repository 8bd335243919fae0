/** Sends what waits, one after the other: files first, each message once, and what failed again later. */
import type { Values } from '../../core/rule.ts';
import { afterFailure, afterSent, type Failure, type Message, sendable } from './message.ts';
import type { OutboxStore } from './store.ts';
import { waitingFileId, waitingFiles, withStored } from './waitingFile.ts';

export interface Line {
  store: OutboxStore;
  /** Answers the record as the server has it then. */
  send(message: Message): Promise<Values | null>;
  /** Answers the value that stands for the stored file. */
  upload(file: Blob, value: string): Promise<string>;
  /** Says why a message was not sent. */
  explain(error: unknown): Failure;
  /** Tells that something changed; of the message under way, and null at the end. */
  changed(sending: string | null): void;
  now(): number;
}

/** The value of a file that has arrived. It is noted: after a cut the file is not sent again. */
async function storedValue({ store, upload }: Line, value: string): Promise<string> {
  const id = waitingFileId(value)!;
  const file = await store.file(id);
  // A file that the device lost must not hold back everything else: the server says that it is missing.
  if (file === undefined || typeof file === 'string') return file ?? '';
  const stored = await upload(file, value);
  await store.putFile(id, stored);
  return stored;
}

/** The message with stored files in the place of those that waited. */
async function uploadFiles(line: Line, message: Message): Promise<Message> {
  const values = waitingFiles(message.body);
  if (values.length === 0) return message;
  const stored = new Map<string, string>();
  for (const value of values) stored.set(value, await storedValue(line, value));
  const { body, mine } = message;
  const current = { ...message, body: withStored(body, stored), mine: withStored(mine, stored) };
  await line.store.put([current]);
  return current;
}

/** The end of a run: nothing is left, it goes on at this time, or the person has to sign in first. */
export type Ending = { kind: 'idle' } | { kind: 'wait'; until: number } | { kind: 'signIn' };

/** Sends all that can be sent now. A network that is gone ends the run: what comes behind would meet it, too. */
export async function sendWaiting(line: Line, owner: string, signal: AbortSignal): Promise<Ending> {
  const { store } = line;
  for (;;) {
    const messages = await store.all(owner);
    const [next] = sendable(messages);
    if (!next || signal.aborted) return { kind: 'idle' };
    if (next.retryAt > line.now()) return { kind: 'wait', until: next.retryAt };
    line.changed(next.id);
    let current = next;
    try {
      current = await uploadFiles(line, next);
      const answer = await line.send(current);
      await store.put(afterSent(await store.all(owner), current, answer, line.now()));
    } catch (error) {
      const failure = line.explain(error);
      const [kept] = (await store.all(owner)).filter(({ id }) => id === next.id);
      const failed = afterFailure(kept ?? current, failure, line.now());
      await store.put([failed]);
      if (failure.kind === 'signIn') return { kind: 'signIn' };
      if (failure.kind === 'again') return { kind: 'wait', until: failed.retryAt };
    } finally {
      line.changed(null);
    }
  }
}
