/**
 * The device's outbox. Messages stored while offline are sent in order when the network is back. Only one window of the
 * browser sends them, while their author is signed in.
 */
import type { OperationId } from '../../../generated/operations.ts';
import { fileValue } from '../../core/fileValue.ts';
import type { Values } from '../../core/rules/rule.ts';
import { ApiError, type CallInput, call } from '../api/client.ts';
import { CODE, errorText } from '../api/errors.ts';
import { makeUuid } from '../browser/makeUuid.ts';
import { whenOnline } from '../browser/whenOnline.ts';
import { translate } from '../i18n/index.ts';
import { currentLang } from '../i18n/lang.ts';
import { queryClient } from '../session/queryClient.ts';
import { useSession } from '../session/session.ts';
import {
  added,
  type Failure,
  holdsMoves,
  isWaitingFor,
  type Message,
  type MessageChange,
  type NewMessage,
  outdated,
  requestName,
  sendAgain,
} from './message.ts';
import { useOutbox } from './outboxState.ts';
import { type Line, sendWaiting } from './sender.ts';
import { type OutboxStore, openStore } from './store.ts';
import { holdsFile, waitingFileName, waitingFileValue } from './waitingFile.ts';

const CONFLICT = 409;
const TOO_MANY = 429;
const SERVER_ERROR = 500;
/** Statuses of an unavailable or full server. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504, 507]);
const LINE = 'wattdeck-outbox';
/** Retention of files. It is longer than that of offered drafts, because a draft may contain a file. */
const FILES_RETENTION_MS = 15 * 86_400_000;

let opening: Promise<OutboxStore> | null = null;
const theStore = (): Promise<OutboxStore> => {
  opening ??= openStore().catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
};

/** Notifies the browser's other windows. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(LINE) : null;

export const ownerNow = (): string | null => {
  const { user, tenantId } = useSession.getState();
  return user ? `${user.userId}@${tenantId}` : null;
};

async function showLine(): Promise<void> {
  const owner = ownerNow();
  const store = await theStore();
  const [messages, others] = await Promise.all([owner ? store.all(owner) : [], store.others(owner ?? '')]);
  useOutbox.setState({ messages: messages.toSorted((one, other) => one.place - other.place), others });
}

let showing: Promise<void> | null = null;
let showingNext: Promise<void> | null = null;

/** Updates the displayed queue. Calls during an update cause a single further update. */
function refresh(): Promise<void> {
  if (showing) {
    showingNext ??= showing.then(() => {
      showingNext = null;
      return refresh();
    });
    return showingNext;
  }
  showing = showLine().finally(() => {
    showing = null;
  });
  return showing;
}

/** Notifies all windows of a change. A message that one of them is sending cannot be cancelled. */
async function changed(sending = useOutbox.getState().sending): Promise<void> {
  useOutbox.setState({ sending });
  channel?.postMessage(sending);
  await refresh();
}

/** Returns the reason of a failed attempt. The message remains in the queue. */
export function explainFailure(error: unknown): Failure {
  if (!(error instanceof ApiError)) return { kind: 'again' };
  const { failure, status, data, code } = error;
  if (failure === 'session' || code === CODE.otherPerson) return { kind: 'signIn' };
  const isNoAnswer = failure !== 'answer' || AWAY.has(status) || status === TOO_MANY;
  if (isNoAnswer && failure !== 'build') return { kind: 'again' };
  if (failure === 'answer' && status >= SERVER_ERROR) return { kind: 'later' };
  const message = errorText(error);
  const problem = message && 'text' in message ? message.text : error.message;
  const theirs = data as Values | null;
  if (status === CONFLICT && typeof theirs?.version === 'number')
    return { kind: 'conflict', theirs, problem };
  return { kind: 'refused', problem, fields: error.fields };
}

async function uploadFile(owner: string, file: Blob, value: string): Promise<string> {
  const body = new FormData();
  const name = waitingFileName(value);
  body.append('file', file, name);
  const query = file.type.startsWith('image/') ? { type: 'picture' as const } : {};
  return fileValue(await call('uploadRetrunUrl', { query, body }, { quiet: true, owner }), name);
}

async function sendMessage(message: Message): Promise<Values | null> {
  const { operation, path, body, owner, madeAt } = message;
  const input = { path, body } as CallInput<OperationId>;
  // The duration is measured with one clock, so it is right even if the clock is wrong.
  const waited = Math.max(0, Date.now() - madeAt);
  const options = { quiet: true, name: requestName(message), owner, waited };
  return (await call(operation as OperationId, input, options)) as Values | null;
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** True while a run of this window is queued behind a running one. */
let isInTurn = false;

/**
 * Runs in one window at a time. If that window closes, another continues. In browsers without locks, idempotency keys
 * prevent duplicates.
 */
async function alone(run: () => Promise<void>): Promise<void> {
  if (isInTurn) return;
  isInTurn = true;
  const begin = () => {
    isInTurn = false;
    return run();
  };
  await (navigator.locks ? navigator.locks.request(LINE, begin) : begin());
}

async function sendAll(): Promise<void> {
  const owner = ownerNow();
  if (!owner || !navigator.onLine) return;
  const stopping = new AbortController();
  const leave = useSession.subscribe(() => ownerNow() !== owner && stopping.abort());
  const entities = new Set<string>();
  const line: Line = {
    ...{ store: await theStore(), explain: explainFailure, now: Date.now },
    upload: (file, value) => uploadFile(owner, file, value),
    send(message) {
      entities.add(message.entity);
      return sendMessage(message);
    },
    changed: (sending) => void changed(sending),
  };
  try {
    const ending = await sendWaiting(line, owner, stopping.signal);
    if (ending.kind === 'wait')
      timer = setTimeout(() => void sendOutbox(), Math.max(0, ending.until - Date.now()));
  } finally {
    leave();
    await changed(null);
    for (const entity of entities) void queryClient.invalidateQueries({ queryKey: ['records', entity] });
  }
}

/** Sends the messages that are ready to be sent. */
export async function sendOutbox(): Promise<void> {
  clearTimeout(timer);
  await alone(sendAll);
}

/** Retries all queued messages at once, after the network is back or on request. */
export async function sendNow(): Promise<void> {
  const owner = ownerNow();
  if (!owner) return;
  await (await theStore()).change(owner, (all) => ({
    put: all.filter(({ retryAt }) => retryAt > 0).map((message) => ({ ...message, retryAt: 0 })),
  }));
  await sendOutbox();
}

/** Asks the browser not to evict the queue. */
const requestPersistence = (): Promise<boolean> => navigator.storage?.persist?.() ?? Promise.resolve(false);

const INSUFFICIENT_STORAGE = 507;

/** Writes a message or a file. If the storage is full, the form remains unchanged. */
async function withRoom<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (cause) {
    const msg = translate(currentLang(), 'waiting.full');
    throw new ApiError({ failure: 'answer', status: INSUFFICIENT_STORAGE, msg, cause });
  }
}

/**
 * Returns whether a message for the record is queued, by any window. A rejected transition does not count for other
 * transitions, because it is never sent automatically.
 */
export async function isLineOf(entity: string, recordId: number, isMove: boolean): Promise<boolean> {
  const owner = ownerNow();
  if (owner === null) return false;
  const all = await (await theStore()).all(owner);
  const relevant = isMove ? all.filter(holdsMoves) : all;
  return isWaitingFor(relevant, entity, recordId);
}

/** Stores a message on the device. `attempts`: number of attempts after which the server may already have it. */
export async function keepMessage(
  id: string,
  message: Omit<NewMessage, 'owner'>,
  attempts: number,
): Promise<void> {
  const owner = ownerNow();
  if (!owner) throw new ApiError({ failure: 'session' });
  const store = await theStore();
  const how = { id, attempts, now: Date.now() };
  await withRoom(store.change(owner, (all) => added(all, { ...message, owner }, how), 'strict'));
  void requestPersistence();
  await changed();
  void sendOutbox();
}

/** Stores a file on the device. Returns its temporary field value. */
export async function keepFile(file: File): Promise<string> {
  const id = makeUuid();
  await withRoom((await theStore()).putFile(id, file, Date.now()));
  return waitingFileValue(id, file.name);
}

/** Reads a queued file for display. Null if it is no longer queued. */
export async function readWaitingFile(id: string): Promise<Blob | null> {
  const file = await (await theStore()).file(id);
  return file instanceof Blob ? file : null;
}

export async function discardMessage({ id, owner }: Message): Promise<void> {
  await (await theStore()).change(owner, () => ({ remove: [id] }));
  await changed();
}

/** Sends a message again after its author's decision. */
export async function resumeMessage(message: Message, change: MessageChange = {}): Promise<void> {
  const { id, owner } = message;
  const again = (all: readonly Message[]) => ({
    put: all.filter((one) => one.id === id).map((one) => sendAgain(one, change)),
  });
  await withRoom((await theStore()).change(owner, again, 'strict'));
  await changed();
  void sendOutbox();
}

/** Sends the outbox when the network or the session is back. Returns a function that stops this. */
export function startOutbox(): () => void {
  const begin = async () => {
    const [owner, now] = [ownerNow(), Date.now()];
    const store = await theStore();
    if (owner) await store.change(owner, (all) => ({ remove: outdated(all, now).map(({ id }) => id) }));
    await store.forgetFiles(now - FILES_RETENTION_MS, holdsFile);
    await refresh();
    await sendOutbox();
  };
  // A browser without IndexedDB, for example in a private window, has no outbox. Forms are then sent directly.
  const begun = () => void begin().catch(() => undefined);
  begun();
  const leaveNetwork = whenOnline(() => void sendNow());
  const leaveSession = useSession.subscribe((now, before) => {
    if (now.user?.userId !== before.user?.userId || now.tenantId !== before.tenantId) begun();
  });
  const onMessage = ({ data: sending }: MessageEvent<string | null>) => {
    useOutbox.setState({ sending });
    void refresh();
  };
  channel?.addEventListener('message', onMessage);
  return () => {
    clearTimeout(timer);
    leaveNetwork();
    leaveSession();
    channel?.removeEventListener('message', onMessage);
  };
}
