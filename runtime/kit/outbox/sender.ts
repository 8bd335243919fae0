/** Sends what waits, one after the other: files first, each message once, and what failed again later. */
import type { Values } from '../../core/rules/rule.ts';
import {
  afterFailure,
  afterSent,
  begun,
  type Failure,
  isResting,
  type Message,
  sendable,
} from './message.ts';
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
  /** Reports the message that is under way now. */
  changed(sending: string): void;
  now(): number;
}

/** The value of a file that has arrived. It is noted: after a cut the file is not sent again. */
async function storedValue({ store, upload, now }: Line, value: string): Promise<string> {
  const id = waitingFileId(value)!;
  const file = await store.file(id);
  // A file that the device lost must not hold back everything else: the server says that it is missing.
  if (file === undefined || typeof file === 'string') return file ?? '';
  const stored = await upload(file, value);
  await store.putFile(id, stored, now());
  return stored;
}

/** The message with stored files in the place of those that waited. */
async function uploadFiles(line: Line, message: Message, signal: AbortSignal): Promise<Message | undefined> {
  const values = waitingFiles(message.body);
  if (values.length === 0) return message;
  const stored = new Map<string, string>();
  for (const value of values) {
    if (signal.aborted) return;
    stored.set(value, await storedValue(line, value));
  }
  const [current] = await line.store.change(message.owner, (all) => ({
    put: all
      .filter(({ id }) => id === message.id)
      .map((one) => ({ ...one, body: withStored(one.body, stored), mine: withStored(one.mine, stored) })),
  }));
  return current;
}

/** The end of a run: nothing is left, it goes on at this time, or the person has to sign in first. */
export type Ending = { kind: 'idle' } | { kind: 'wait'; until: number } | { kind: 'signIn' };

/** Null: what is next in the line can be sent. */
async function sendOne(line: Line, { id, owner }: Message, signal: AbortSignal): Promise<Ending | null> {
  const { store } = line;
  try {
    const [first] = await store.change(owner, (all) => begun(all, id));
    const current = first && (await uploadFiles(line, first, signal));
    // Taken back in the meantime, or its author is signed out.
    if (!current || signal.aborted) return null;
    const answer = await line.send(current);
    await store.change(owner, (all) => afterSent(all, current, answer, line.now()));
    return null;
  } catch (error) {
    const failure = line.explain(error);
    const [failed] = await store.change(owner, (all) => ({
      put: all.filter((one) => one.id === id).map((one) => afterFailure(one, failure, line.now())),
    }));
    if (failure.kind === 'signIn') return { kind: 'signIn' };
    return failed && failure.kind === 'again' ? { kind: 'wait', until: failed.retryAt } : null;
  }
}

/**
 * Sends all that can be sent now. A network that is gone ends the run: what comes behind would meet it, too. A message
 * that the server failed at rests alone, and those of other records go on.
 */
export async function sendWaiting(line: Line, owner: string, signal: AbortSignal): Promise<Ending> {
  for (;;) {
    const waiting = sendable(await line.store.all(owner));
    if (waiting.length === 0 || signal.aborted) return { kind: 'idle' };
    const next = waiting.find((one) => !one.isAside || !isResting(one, line.now()));
    if (!next) return { kind: 'wait', until: Math.min(...waiting.map(({ retryAt }) => retryAt)) };
    if (isResting(next, line.now())) return { kind: 'wait', until: next.retryAt };
    line.changed(next.id);
    const ending = await sendOne(line, next, signal);
    if (ending) return ending;
  }
}
