/** Sends queued messages one by one: files first, each message once, failed ones again later. */
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
  /** Sends a message. Returns the record as saved by the server. */
  send(message: Message): Promise<Values | null>;
  /** Uploads a file. Returns the value of the stored file. */
  upload(file: Blob, value: string): Promise<string>;
  /** Classifies the error of a failed attempt. */
  explain(error: unknown): Failure;
  /** Reports the id of the message being sent. */
  changed(sending: string): void;
  now(): number;
}

/** Returns the value of an uploaded file. The value is stored, so that an interruption does not repeat the upload. */
async function storedValue({ store, upload, now }: Line, value: string): Promise<string> {
  const id = waitingFileId(value)!;
  const file = await store.file(id);
  // A file missing on the device must not block the queue. The server reports the missing file.
  if (file === undefined || typeof file === 'string') return file ?? '';
  const stored = await upload(file, value);
  await store.putFile(id, stored, now());
  return stored;
}

/**
 * Uploads a message's files, and returns the message with their stored values. Undefined if the upload was
 * aborted or the message was removed.
 */
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

/** The result of a run: empty queue, the time of the next attempt, or a required sign-in. */
export type Ending = { kind: 'idle' } | { kind: 'wait'; until: number } | { kind: 'signIn' };

/** Sends one message. Returns null to continue with the next one. */
async function sendOne(line: Line, { id, owner }: Message, signal: AbortSignal): Promise<Ending | null> {
  const { store } = line;
  try {
    const [first] = await store.change(owner, (all) => begun(all, id));
    const current = first && (await uploadFiles(line, first, signal));
    // The message was cancelled, or its author has signed out.
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
 * Sends all messages that are ready. A missing network ends the run. After a server error for one message, messages of
 * other records are still sent.
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
