/**
 * The line of the device: messages that were kept while there was no network are sent in order once it is back, by one
 * window of the browser, as long as the person is signed in who wrote them.
 */
import type { OperationId } from '../../../generated/operations.ts';
import { fileValue } from '../../core/fileValue.ts';
import type { Values } from '../../core/rule.ts';
import { ApiError, type CallInput, call } from '../api/client.ts';
import { errorText } from '../api/errors.ts';
import { makeUuid } from '../browser/makeUuid.ts';
import { whenOnline } from '../browser/whenOnline.ts';
import { queryClient } from '../session/queryClient.ts';
import { useSession } from '../session/session.ts';
import {
  type Failure,
  type Message,
  makeMessage,
  type NewMessage,
  outdated,
  replacedBy,
  requestName,
  sendAgain,
} from './message.ts';
import { useOutbox } from './outboxState.ts';
import { type Line, sendWaiting } from './sender.ts';
import { type OutboxStore, openStore } from './store.ts';
import { waitingFileName, waitingFileValue } from './waitingFile.ts';

const CONFLICT = 409;
const TOO_MANY = 429;
const SERVER_ERROR = 500;
const LINE = 'wattdeck-outbox';

let opening: Promise<OutboxStore> | null = null;
const theStore = (): Promise<OutboxStore> => {
  opening ??= openStore().catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
};

/** Tells the other windows of this browser. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(LINE) : null;

export const ownerNow = (): string | null => {
  const { user, tenantId } = useSession.getState();
  return user ? `${user.userId}@${tenantId}` : null;
};

async function refresh(): Promise<void> {
  const owner = ownerNow();
  const store = await theStore();
  const [messages, others] = await Promise.all([owner ? store.all(owner) : [], store.others(owner ?? '')]);
  useOutbox.setState({ messages: messages.toSorted((one, other) => one.place - other.place), others });
}

async function changed(): Promise<void> {
  await refresh();
  channel?.postMessage('changed');
}

/** Says why a message was not sent; nothing of it is lost by any. */
export function explainFailure(error: unknown): Failure {
  if (!(error instanceof ApiError)) return { kind: 'again' };
  const { failure, status, data } = error;
  if (failure === 'session') return { kind: 'signIn' };
  const isNoAnswer = failure !== 'answer' || status >= SERVER_ERROR || status === TOO_MANY;
  if (isNoAnswer && failure !== 'build') return { kind: 'again' };
  const said = errorText(error);
  const problem = said && 'text' in said ? said.text : error.message;
  const theirs = data as Values | null;
  if (status === CONFLICT && typeof theirs?.version === 'number')
    return { kind: 'conflict', theirs, problem };
  return { kind: 'refused', problem };
}

async function uploadFile(file: Blob, value: string): Promise<string> {
  const body = new FormData();
  const name = waitingFileName(value);
  body.append('file', file, name);
  const query = file.type.startsWith('image/') ? { type: 'picture' as const } : {};
  return fileValue(await call('uploadRetrunUrl', { query, body }, { quiet: true }), name);
}

async function sendMessage(message: Message): Promise<Values | null> {
  const { operation, path, body, entity } = message;
  const input = { path, body } as CallInput<OperationId>;
  const answer = await call(operation as OperationId, input, { quiet: true, name: requestName(message) });
  void queryClient.invalidateQueries({ queryKey: ['records', entity] });
  return answer as Values | null;
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** A single window sends; where browsers know no locks, each does, and the names keep it to once. */
async function alone(run: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return run();
  await navigator.locks.request(LINE, { ifAvailable: true }, (lock) => (lock ? run() : undefined));
}

/** Sends what can be sent. Called again while it runs, it does nothing. */
export async function sendOutbox(): Promise<void> {
  clearTimeout(timer);
  const owner = ownerNow();
  if (!owner || !navigator.onLine) return;
  const store = await theStore();
  const stopping = new AbortController();
  const leave = useSession.subscribe(() => ownerNow() !== owner && stopping.abort());
  const line: Line = {
    ...{ store, send: sendMessage, upload: uploadFile, explain: explainFailure, now: Date.now },
    changed(sending) {
      useOutbox.setState({ sending });
      void changed();
    },
  };
  try {
    await alone(async () => {
      const ending = await sendWaiting(line, owner, stopping.signal);
      if (ending.kind === 'wait')
        timer = setTimeout(() => void sendOutbox(), Math.max(0, ending.until - Date.now()));
    });
  } finally {
    leave();
  }
}

/** Tries at once what would have waited longer: the network is back, or the person asks for it. */
export async function sendNow(): Promise<void> {
  const owner = ownerNow();
  if (!owner) return;
  const store = await theStore();
  const waiting = (await store.all(owner)).filter(({ state, retryAt }) => state === 'queued' && retryAt > 0);
  await store.put(waiting.map((message) => ({ ...message, retryAt: 0 })));
  await sendOutbox();
}

/** Asks the browser once not to clear what waits; where it refuses, the panel says so. */
const keepStored = (): Promise<boolean> => navigator.storage?.persist?.() ?? Promise.resolve(false);

/** Keeps a message on the device, under the name of its request. Rejects where there is no room: the form stays as it is. */
export async function keepMessage(id: string, message: Omit<NewMessage, 'owner'>): Promise<void> {
  const owner = ownerNow();
  if (!owner) throw new Error('nobody is signed in');
  const store = await theStore();
  const all = await store.all(owner);
  const before = replacedBy(all, message, useOutbox.getState().sending);
  const place = before?.place ?? Math.max(0, ...all.map((one) => one.place)) + 1;
  await store.put([makeMessage({ ...message, owner }, id, place, Date.now())]);
  if (before) await store.remove([before.id]);
  void keepStored();
  await changed();
  void sendOutbox();
}

/** Keeps a file on the device; answers the value that stands for it. */
export async function keepFile(file: File): Promise<string> {
  const id = makeUuid();
  await (await theStore()).putFile(id, file);
  return waitingFileValue(id, file.name);
}

/** A file that waits, to be looked at. */
export async function readWaitingFile(id: string): Promise<Blob | null> {
  const file = await (await theStore()).file(id);
  return file instanceof Blob ? file : null;
}

export async function discardMessage({ id }: Message): Promise<void> {
  await (await theStore()).remove([id]);
  await changed();
}

/** Goes on with a message whose person has decided. */
export async function resumeMessage(
  message: Message,
  change: Partial<Pick<Message, 'body' | 'base' | 'mine'>> = {},
): Promise<void> {
  await (await theStore()).put([sendAgain(message, change)]);
  await changed();
  void sendOutbox();
}

/** Follows the network and the session; answers how that ends. */
export function startOutbox(): () => void {
  const begin = async () => {
    const owner = ownerNow();
    if (owner) {
      const store = await theStore();
      await store.remove(outdated(await store.all(owner), Date.now()).map(({ id }) => id));
    }
    await refresh();
    await sendOutbox();
  };
  // A browser without a database (a private window of some) has no line; forms are sent as always.
  const begun = () => void begin().catch(() => undefined);
  begun();
  const leaveNetwork = whenOnline(() => void sendNow());
  const leaveSession = useSession.subscribe((now, before) => {
    if (now.user?.userId !== before.user?.userId || now.tenantId !== before.tenantId) begun();
  });
  const hear = () => void refresh();
  channel?.addEventListener('message', hear);
  return () => {
    clearTimeout(timer);
    leaveNetwork();
    leaveSession();
    channel?.removeEventListener('message', hear);
  };
}
