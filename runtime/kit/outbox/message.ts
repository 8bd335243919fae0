/** Messages that wait on the device until the server has them. Pure: their order, and the effect of an answer. */
import type { Text } from '../../../generated/definition.ts';
import type { Values } from '../../core/rules/rule.ts';
import type { FieldError } from '../api/errors.ts';

/** `conflict`: another user was faster, and the person decides. `refused`: the server does not accept it. */
export type MessageState = 'queued' | 'conflict' | 'refused' | 'sent';

export interface Message {
  id: string;
  /** The user in their tenant. Only this user sees or sends it. */
  owner: string;
  /** Its position in the queue. */
  place: number;
  madeAt: number;
  entity: string;
  /** Null if the message creates the record. */
  recordId: number | null;
  /** The name of the record. */
  title: string;
  /** The move that it makes. Null if it writes values. */
  move: Text | null;
  operation: string;
  path: Values;
  body: Values;
  /** The record before, and the user's version of it. A conflict is shown by comparing them. */
  base: Values;
  mine: Values;
  /** A changed body has another name, because the server accepts each name once. */
  revision: number;
  state: MessageState;
  /** Number of attempts to send it. The server may have received it although no answer arrived. */
  attempts: number;
  /** The time before which it is not tried again. */
  retryAt: number;
  /** The server failed at this message only. Until it is tried again, messages of other records are sent. */
  isAside?: boolean;
  /** The error message of the server. */
  problem: string | null;
  /** The fields of the error. */
  fields: readonly FieldError[];
  /** The current record, if another user was faster. */
  theirs: Values | null;
  sentAt: number | null;
}

export type NewMessage = Pick<
  Message,
  'owner' | 'entity' | 'recordId' | 'title' | 'move' | 'operation' | 'path' | 'body' | 'base' | 'mine'
>;

/** The reason why a message could not be sent. */
export type Failure =
  | { kind: 'again' }
  /** The server answered that it failed at this message. The others are still sent. */
  | { kind: 'later' }
  | { kind: 'signIn' }
  | { kind: 'conflict'; theirs: Values; problem: string }
  | { kind: 'refused'; problem: string; fields: readonly FieldError[] };

const RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;
const SENT_KEPT_MS = 7 * 86_400_000;
const MAX_SENT = 50;

export const makeMessage = (message: NewMessage, id: string, place: number, now: number): Message => ({
  ...message,
  ...{ id, place, madeAt: now, revision: 1, state: 'queued', attempts: 0, retryAt: 0 },
  ...{ problem: null, fields: [], theirs: null, sentAt: null },
});

/** A change of a user's queue, in one step. */
export interface LineChange {
  put?: Message[];
  remove?: string[];
}

/** Adds a message to the queue, in place of an earlier one whose values it contains. */
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

/** Marks that a message is being sent. It has no effect if the message is no longer in the queue. */
export const begun = (all: readonly Message[], id: string): LineChange => ({
  put: all
    .filter((one) => one.id === id && one.state === 'queued')
    .map((one) => ({ ...one, attempts: one.attempts + 1 })),
});

/** Returns the name under which the server carries it out once. */
export const requestName = ({ id, revision }: Pick<Message, 'id' | 'revision'>): string =>
  `${id}.${revision}`;

export const isWaiting = ({ state }: Message): boolean => state !== 'sent';

const inLine = (messages: readonly Message[]): Message[] =>
  messages.toSorted((one, other) => one.place - other.place);

const isSameRecord = (one: Message, other: Message): boolean =>
  one.recordId !== null && one.entity === other.entity && one.recordId === other.recordId;

/** Returns the messages that can be sent, in order. All earlier messages of their record must be sent. */
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

/**
 * Marks a message as sent and removes its content. Later messages of the same record take the version from the answer.
 */
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

/** Returns whether a message waits for its next attempt. A clock that was set back does not make it wait for hours. */
export const isResting = ({ retryAt }: Message, now: number): boolean =>
  retryAt > now && retryAt - now <= MAX_RETRY_MS;

/** The parts of a rejected message that its user may change. */
export type MessageChange = Partial<Pick<Message, 'title' | 'body' | 'base' | 'mine'>>;

/** Queues the message again, with another body or unchanged. */
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

/**
 * Returns sent messages that are too old to be shown. They are shown for some days, so that users see that they were
 * sent.
 */
export function outdated(messages: readonly Message[], now: number): Message[] {
  const sent = inLine(messages).filter((message) => !isWaiting(message));
  return sent.filter(({ sentAt }, at) => at < sent.length - MAX_SENT || now - (sentAt ?? 0) > SENT_KEPT_MS);
}

/**
 * Returns whether later moves of its record wait for it. They do not wait for a refused move, which is never sent
 * automatically.
 */
export const holdsMoves = ({ move, state }: Message): boolean => move === null || state !== 'refused';

export const isWaitingFor = (messages: readonly Message[], entity: string, recordId: number): boolean =>
  messages.some((one) => isWaiting(one) && one.entity === entity && one.recordId === recordId);

/** Returns the values of a record with the waiting changes. */
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
 * Returns the message whose values the new one contains, and which the server cannot have received. It is no longer
 * sent.
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
