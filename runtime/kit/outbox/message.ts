/**
 * Messages that are queued on the device until the server has received them. The functions are pure. They
 * return the order of messages and the effects of answers.
 */
import type { Text } from '../../../generated/definition.ts';
import type { Values } from '../../core/rules/rule.ts';
import type { FieldError } from '../api/errors.ts';

/** `conflict`: another user has saved first, and the author decides. `refused`: the server rejected the message. */
export type MessageState = 'queued' | 'conflict' | 'refused' | 'sent';

export interface Message {
  id: string;
  /** The author, by user and tenant. Only the author sees and sends the message. */
  owner: string;
  /** The position in the queue. */
  place: number;
  madeAt: number;
  entity: string;
  /** Null if the message creates the record. */
  recordId: number | null;
  /** The name of the record. */
  title: string;
  /** The title of the transition. Null for a message that writes values. */
  move: Text | null;
  operation: string;
  path: Values;
  body: Values;
  /** The record and its version before the change, for displaying a conflict. */
  base: Values;
  mine: Values;
  /** Counts the changes of the body. A changed body needs a new idempotency key. */
  revision: number;
  state: MessageState;
  /** Number of attempts. After an attempt the server may have received the message, even without an answer. */
  attempts: number;
  /** Time of the next attempt. */
  retryAt: number;
  /** True if the server failed for this message only. Messages of other records are sent before its next attempt. */
  isAside?: boolean;
  /** The error message of the server. */
  problem: string | null;
  /** The field errors of the server. */
  fields: readonly FieldError[];
  /** The current record, if another user has saved first. */
  theirs: Values | null;
  sentAt: number | null;
}

export type NewMessage = Pick<
  Message,
  'owner' | 'entity' | 'recordId' | 'title' | 'move' | 'operation' | 'path' | 'body' | 'base' | 'mine'
>;

/** The reason of a failed attempt. */
export type Failure =
  | { kind: 'again' }
  /** The server failed for this message only. Other messages are still sent. */
  | { kind: 'later' }
  | { kind: 'signIn' }
  | { kind: 'conflict'; theirs: Values; problem: string }
  | { kind: 'refused'; problem: string; fields: readonly FieldError[] };

const RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;
const SENT_RETENTION_MS = 7 * 86_400_000;
const MAX_SENT = 50;

export const makeMessage = (message: NewMessage, id: string, place: number, now: number): Message => ({
  ...message,
  ...{ id, place, madeAt: now, revision: 1, state: 'queued', attempts: 0, retryAt: 0 },
  ...{ problem: null, fields: [], theirs: null, sentAt: null },
});

/** An atomic change of a user's queue. */
export interface LineChange {
  put?: Message[];
  remove?: string[];
}

/** Adds a message to the queue. It replaces an earlier message whose values it contains. */
export function added(
  all: readonly Message[],
  message: NewMessage,
  { id, attempts, now }: { id: string; attempts: number; now: number },
): LineChange {
  const before = replacedBy(all, message);
  const place = before?.place ?? Math.max(0, ...all.map((one) => one.place)) + 1;
  return {
    put: [{ ...makeMessage(message, id, place, now), attempts }],
    remove: before ? [before.id] : [],
  };
}

/** Marks the message as being sent. Without effect if it is no longer in the queue. */
export const begun = (all: readonly Message[], id: string): LineChange => ({
  put: all
    .filter((one) => one.id === id && one.state === 'queued')
    .map((one) => ({ ...one, attempts: one.attempts + 1 })),
});

/** Returns the idempotency key of the request. */
export const requestName = ({ id, revision }: Pick<Message, 'id' | 'revision'>): string =>
  `${id}.${revision}`;

export const isWaiting = ({ state }: Message): boolean => state !== 'sent';

const inLine = (messages: readonly Message[]): Message[] =>
  messages.toSorted((one, other) => one.place - other.place);

const isSameRecord = (one: Message, other: Message): boolean =>
  one.recordId !== null && one.entity === other.entity && one.recordId === other.recordId;

/** Returns the messages that can be sent, in order. A message follows all earlier messages of its record. */
export function sendable(messages: readonly Message[]): Message[] {
  const waiting = inLine(messages).filter(isWaiting);
  return waiting.filter(
    (message, at) =>
      message.state === 'queued' && !waiting.slice(0, at).some((other) => isSameRecord(other, message)),
  );
}

const withVersion = (message: Message, version: number): Message => ({
  ...message,
  body: { ...message.body, version },
});

/** Marks a message as sent and removes its content. Later messages of the record get the version from the answer. */
export function afterSent(
  messages: readonly Message[],
  sent: Message,
  answer: Values | null,
  now: number,
): LineChange {
  const version = answer?.version;
  const followers = messages.filter(
    (other) => other.place > sent.place && isWaiting(other) && isSameRecord(other, sent),
  );
  const done: Message = {
    ...{ ...sent, state: 'sent', sentAt: now, problem: null, fields: [], theirs: null },
    ...{ path: {}, body: {}, base: {}, mine: {} },
  };
  return {
    put: [done, ...(typeof version === 'number' ? followers.map((one) => withVersion(one, version)) : [])],
  };
}

export function afterFailure(message: Message, failure: Failure, now: number): Message {
  if (failure.kind === 'conflict' || failure.kind === 'refused')
    return {
      ...message,
      state: failure.kind,
      problem: failure.problem,
      fields: failure.kind === 'refused' ? failure.fields : [],
      theirs: failure.kind === 'conflict' ? failure.theirs : null,
    };
  if (failure.kind === 'signIn') return message;
  const wait = Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** Math.max(0, message.attempts - 1));
  return { ...message, retryAt: now + wait, isAside: failure.kind === 'later' };
}

/**
 * Returns whether the message's delay before the next attempt is running. A clock set back must not extend the delay.
 */
export const isResting = ({ retryAt }: Message, now: number): boolean =>
  retryAt > now && retryAt - now <= MAX_RETRY_MS;

/** The parts of a rejected message that its user may change. */
export type MessageChange = Partial<Pick<Message, 'title' | 'body' | 'base' | 'mine'>>;

/** Queues the message again, optionally with a changed body. */
export const sendAgain = (message: Message, change: MessageChange): Message => ({
  ...message,
  ...change,
  revision: message.revision + (change.body ? 1 : 0),
  state: 'queued',
  attempts: 0,
  retryAt: 0,
  problem: null,
  fields: [],
  theirs: null,
});

/** Returns old sent messages. Sent messages remain visible for some days. */
export function outdated(messages: readonly Message[], now: number): Message[] {
  const sent = inLine(messages).filter((message) => !isWaiting(message));
  return sent.filter(
    ({ sentAt }, at) => at < sent.length - MAX_SENT || now - (sentAt ?? 0) > SENT_RETENTION_MS,
  );
}

/**
 * Returns whether later transitions of the record must follow this message. A rejected transition blocks none, because
 * it is never sent automatically.
 */
export const holdsMoves = ({ move, state }: Message): boolean => move === null || state !== 'refused';

export const isWaitingFor = (messages: readonly Message[], entity: string, recordId: number): boolean =>
  messages.some((one) => isWaiting(one) && one.entity === entity && one.recordId === recordId);

/** Returns the values of a record with its queued changes. */
export function overlaid(
  messages: readonly Message[],
  entity: string,
  recordId: number,
  values: Values,
): Values {
  const own = inLine(messages).filter(
    (one) => isWaiting(one) && one.move === null && one.entity === entity && one.recordId === recordId,
  );
  return Object.assign({}, values, ...own.map(({ mine }) => mine)) as Values;
}

/**
 * Returns the message that the new one replaces: the new one contains its values, and the server cannot have
 * received it. Undefined if there is none.
 */
export const replacedBy = (
  messages: readonly Message[],
  { entity, recordId, move }: Pick<NewMessage, 'entity' | 'recordId' | 'move'>,
): Message | undefined =>
  messages.find(
    (one) =>
      move === null &&
      one.move === null &&
      recordId !== null &&
      one.entity === entity &&
      one.recordId === recordId &&
      (one.state === 'refused' || (one.state === 'queued' && one.attempts === 0)),
  );
