/** Tests that the device sends its messages in order and once, and that no failure loses a message. */
import { describe, expect, it } from 'vitest';
import {
  added,
  afterFailure,
  begun,
  type Failure,
  isResting,
  type Message,
  outdated,
  overlaid,
  replacedBy,
  requestName,
  sendAgain,
} from '../../../../../runtime/kit/outbox/message.ts';
import { type Line, sendWaiting } from '../../../../../runtime/kit/outbox/sender.ts';
import { holdsFile, waitingFileId, waitingFileValue } from '../../../../../runtime/kit/outbox/waitingFile.ts';
import { memoryOutbox, messageOf, OWNER } from '../../../../support/browser/memoryOutbox.ts';

class Failed extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.kind);
    this.failure = failure;
  }
}

interface Between {
  signal?: AbortSignal;
  onUpload?(): Promise<unknown>;
}

/** Creates a connection to a server that increments versions. `fail` defines which message fails, and its error. */
function lineTo(
  store: ReturnType<typeof memoryOutbox>,
  fail: (message: Message) => Failure | null = () => null,
  { signal = new AbortController().signal, onUpload = async () => {} }: Between = {},
) {
  const sent: Message[] = [];
  const uploaded: string[] = [];
  let clock = 0;
  const line: Line = {
    store,
    async send(message) {
      const failure = fail(message);
      if (failure) throw new Failed(failure);
      sent.push(message);
      return { id: message.recordId, version: Number(message.body.version ?? 0) + 1 };
    },
    async upload(_, value) {
      uploaded.push(value);
      await onUpload();
      return '/admin/sys-file/t1/stored.png';
    },
    explain: (error) => (error instanceof Failed ? error.failure : { kind: 'again' }),
    changed: () => undefined,
    now: () => clock,
  };
  const run = () => sendWaiting(line, OWNER, signal);
  return {
    sent,
    uploaded,
    run,
    pass: (ms: number) => {
      clock += ms;
    },
  };
}

const statesOf = (store: ReturnType<typeof memoryOutbox>) => store.messages().map(({ state }) => state);

describe('the line', () => {
  it('sends in its order, and what follows on a record goes on from its version', async () => {
    const store = memoryOutbox();
    const [first, second, other] = [messageOf(1), messageOf(1), messageOf(2)];
    store.put([second, other, first]);
    const { sent, run } = lineTo(store);
    expect(await run()).toEqual({ kind: 'idle' });
    expect(sent.map(({ id }) => id)).toEqual([first.id, second.id, other.id]);
    expect(sent.map(({ body }) => body.version)).toEqual([1, 2, 1]);
    expect(statesOf(store)).toEqual(['sent', 'sent', 'sent']);
  });

  it('stops where the network is gone, tries later under the same name, and waits longer each time', async () => {
    const store = memoryOutbox();
    const message = messageOf(1);
    store.put([message, messageOf(2)]);
    let isGone = true;
    const names: string[] = [];
    const { sent, run, pass } = lineTo(store, (one) => {
      names.push(requestName(one));
      return isGone ? { kind: 'again' } : null;
    });
    expect(await run()).toEqual({ kind: 'wait', until: 1000 });
    expect(await run()).toEqual({ kind: 'wait', until: 1000 });
    pass(1000);
    expect(await run()).toEqual({ kind: 'wait', until: 3000 });
    isGone = false;
    pass(2000);
    expect(await run()).toEqual({ kind: 'idle' });
    expect(sent).toHaveLength(2);
    expect(names.slice(0, 3)).toEqual(Array(3).fill(`${message.id}.1`));
  });

  it('leaves what is refused to its person, and what follows on that record alone waits', async () => {
    const store = memoryOutbox();
    const [first, follower, other] = [messageOf(1), messageOf(1), messageOf(2)];
    store.put([first, follower, other]);
    const { sent, run } = lineTo(store, ({ id }) =>
      id === first.id
        ? { kind: 'refused', problem: 'too hot', fields: [{ field: '/name', msg: 'too hot' }] }
        : null,
    );
    await run();
    expect(sent.map(({ id }) => id)).toEqual([other.id]);
    expect(store.messages()[0]).toMatchObject({
      state: 'refused',
      problem: 'too hot',
      fields: [{ field: '/name' }],
    });
    expect(statesOf(store)).toEqual(['refused', 'queued', 'sent']);
  });

  it('goes on with other records where the server fails at one message, and tries that one later', async () => {
    const store = memoryOutbox();
    const [first, follower, other, last] = [messageOf(1), messageOf(1), messageOf(2), messageOf(3)];
    store.put([first, follower, other, last]);
    let isBroken = true;
    const { sent, run, pass } = lineTo(store, ({ id }) =>
      isBroken && id === first.id ? { kind: 'later' } : null,
    );
    expect(await run()).toEqual({ kind: 'wait', until: 1000 });
    expect(sent.map(({ id }) => id)).toEqual([other.id, last.id]);
    expect(await run()).toEqual({ kind: 'wait', until: 1000 });
    isBroken = false;
    pass(1000);
    expect(await run()).toEqual({ kind: 'idle' });
    expect(sent.map(({ id }) => id)).toEqual([other.id, last.id, first.id, follower.id]);
  });

  it('keeps both versions of a conflict, and what its person decides has another name', async () => {
    const store = memoryOutbox();
    const message = messageOf(1);
    store.put([message]);
    const theirs = { id: 1, version: 5, name: 'Theirs' };
    const { run } = lineTo(store, ({ body }) =>
      body.version === 5 ? null : { kind: 'conflict', theirs, problem: '' },
    );
    await run();
    const [kept] = store.messages();
    expect(kept).toMatchObject({ state: 'conflict', theirs, mine: message.mine });
    const decided = sendAgain(kept!, { body: { id: 1, version: 5, name: 'Both' } });
    expect(requestName(decided)).not.toBe(requestName(message));
    store.put([decided]);
    await run();
    expect(statesOf(store)).toEqual(['sent']);
  });

  it('waits as it is for its person to sign in', async () => {
    const store = memoryOutbox();
    const message = messageOf(1);
    store.put([message]);
    const { run } = lineTo(store, () => ({ kind: 'signIn' }));
    expect(await run()).toEqual({ kind: 'signIn' });
    expect(store.messages()).toEqual([{ ...message, attempts: 1 }]);
  });

  it('sends files before their form, each once, also where several forms hold it', async () => {
    const store = memoryOutbox();
    const value = waitingFileValue(crypto.randomUUID(), '现场.jpg');
    await store.putFile(waitingFileId(value)!, new Blob(['x']), 0);
    const body = { id: 1, version: 1, photos: [value], items: [{ photos: [value] }] };
    store.put([messageOf(1, { body }), messageOf(1, { body })]);
    let isGone = true;
    const { sent, uploaded, run, pass } = lineTo(store, () => (isGone ? { kind: 'again' } : null));
    await run();
    isGone = false;
    pass(1000);
    await run();
    expect(uploaded).toEqual([value]);
    for (const one of sent)
      expect(one.body).toMatchObject({
        photos: ['/admin/sys-file/t1/stored.png'],
        items: [{ photos: ['/admin/sys-file/t1/stored.png'] }],
      });
  });

  it('shows nothing of others', async () => {
    const store = memoryOutbox();
    store.put([messageOf(1, { owner: '9@9' })]);
    const { sent, run } = lineTo(store);
    await run();
    expect(sent).toEqual([]);
    expect(await store.others(OWNER)).toBe(1);
  });
});

describe('what may come between', () => {
  it('a message that was taken back while its photo was on its way is not sent, and does not come back', async () => {
    const store = memoryOutbox();
    const value = waitingFileValue(crypto.randomUUID(), 'a.jpg');
    await store.putFile(waitingFileId(value)!, new Blob(['x']), 0);
    const message = messageOf(1, { body: { id: 1, version: 1, photos: [value] } });
    store.put([message]);
    const { sent, run } = lineTo(store, () => null, {
      onUpload: () => store.change(OWNER, () => ({ remove: [message.id] })),
    });
    await run();
    expect(sent).toEqual([]);
    expect(store.messages()).toEqual([]);
  });

  it('nothing leaves once its person has signed out, be it between a photo and its form', async () => {
    const store = memoryOutbox();
    const value = waitingFileValue(crypto.randomUUID(), 'a.jpg');
    await store.putFile(waitingFileId(value)!, new Blob(['x']), 0);
    store.put([messageOf(1, { body: { id: 1, version: 1, photos: [value] } })]);
    const leaving = new AbortController();
    const { sent, run } = lineTo(store, () => null, {
      signal: leaving.signal,
      onUpload: async () => leaving.abort(),
    });
    expect(await run()).toEqual({ kind: 'idle' });
    expect(sent).toEqual([]);
    expect(statesOf(store)).toEqual(['queued']);
  });

  it('a clock that is set back holds nothing up', () => {
    const hours = 3 * 3_600_000;
    expect(isResting({ ...messageOf(1), retryAt: hours + 1000 }, 0)).toBe(false);
    expect(isResting({ ...messageOf(1), retryAt: 1000 }, 0)).toBe(true);
  });

  it('what is entered while a message is under way goes behind it', () => {
    const first = messageOf(1);
    const [sending] = begun([first], first.id).put!;
    const next = { ...messageOf(1), body: { id: 1, version: 1, name: 'Later' } };
    const how = { id: 'next', attempts: 0, now: 0 };
    expect(added([sending!], next, how)).toMatchObject({ put: [{ place: first.place + 1 }], remove: [] });
    expect(added([first], next, how)).toMatchObject({ put: [{ place: first.place }], remove: [first.id] });
  });

  it('of what was sent nothing but its title is kept, and its files go when nothing holds them', async () => {
    const store = memoryOutbox();
    const value = waitingFileValue(crypto.randomUUID(), 'a.jpg');
    await store.putFile(waitingFileId(value)!, new Blob(['x']), 0);
    store.put([messageOf(1, { body: { id: 1, version: 1, photos: [value] } })]);
    await store.forgetFiles(1, holdsFile);
    expect(store.files.size).toBe(1);
    const { run } = lineTo(store);
    await run();
    expect(store.messages()).toMatchObject([{ state: 'sent', body: {}, base: {}, mine: {}, path: {} }]);
    await store.forgetFiles(1, holdsFile);
    expect(store.files.size).toBe(0);
  });
});

describe('a message', () => {
  it('takes the place of one whose values it has, unless that was tried', () => {
    const [tried, fresh] = [{ ...messageOf(1), attempts: 1 }, messageOf(2)];
    const all = [tried, fresh];
    const of = (recordId: number | null) => ({ entity: 'inspection', recordId, move: null });
    expect(replacedBy(all, of(2))).toBe(fresh);
    expect(replacedBy(all, of(1))).toBeUndefined();
    expect(replacedBy(all, of(null))).toBeUndefined();
  });

  it('shows its values over those of the record, and is forgotten days after it was sent', () => {
    const message = messageOf(1);
    expect(overlaid([message], 'inspection', 1, { name: 'Before', day: 'today' })).toEqual({
      name: message.mine.name,
      day: 'today',
    });
    const sent: Message = { ...message, state: 'sent', sentAt: 0 };
    expect(outdated([sent, message], 6 * 86_400_000)).toEqual([]);
    expect(outdated([sent, message], 8 * 86_400_000)).toEqual([sent]);
  });

  it('is tried once a minute at least', () => {
    expect(afterFailure({ ...messageOf(1), attempts: 40 }, { kind: 'again' }, 0).retryAt).toBe(60_000);
  });
});
