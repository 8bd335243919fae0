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
  it('is sent in order, and later messages about a record use its new version', async () => {
    const store = memoryOutbox();
    const [first, second, other] = [messageOf(1), messageOf(1), messageOf(2)];
    store.put([second, other, first]);
    const { sent, run } = lineTo(store);
    expect(await run()).toEqual({ kind: 'idle' });
    expect(sent.map(({ id }) => id)).toEqual([first.id, second.id, other.id]);
    expect(sent.map(({ body }) => body.version)).toEqual([1, 2, 1]);
    expect(statesOf(store)).toEqual(['sent', 'sent', 'sent']);
  });

  it('stops when the network is lost, retries with the same id, and waits longer each time', async () => {
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

  it('leaves a refused message to its person, and only later messages about that record wait', async () => {
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

  it('continues with other records if the server fails at one message, and retries that one later', async () => {
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

  it("keeps both versions of a conflict, and the person's decision has a new id", async () => {
    const store = memoryOutbox();
    const message = messageOf(1);
    store.put([message]);
    const theirs = { id: 1, version: 5, name: 'Theirs' };
    const { run } = lineTo(store, ({ body }) =>
      body.version === 5 ? null : { kind: 'conflict', theirs, problem: '' },
    );
    await run();
    const [stored] = store.messages();
    expect(stored).toMatchObject({ state: 'conflict', theirs, mine: message.mine });
    const decided = sendAgain(stored!, { body: { id: 1, version: 5, name: 'Both' } });
    expect(requestName(decided)).not.toBe(requestName(message));
    store.put([decided]);
    await run();
    expect(statesOf(store)).toEqual(['sent']);
  });

  it('waits unchanged for its person to sign in', async () => {
    const store = memoryOutbox();
    const message = messageOf(1);
    store.put([message]);
    const { run } = lineTo(store, () => ({ kind: 'signIn' }));
    expect(await run()).toEqual({ kind: 'signIn' });
    expect(store.messages()).toEqual([{ ...message, attempts: 1 }]);
  });

  it('sends files before their form, each once, even if several forms contain it', async () => {
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

describe('concurrent changes', () => {
  it('a message that was withdrawn during its upload is neither sent nor restored', async () => {
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

  it('nothing is sent after its person has signed out, even between a photo and its form', async () => {
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

  it('a clock that is set back delays nothing', () => {
    const hours = 3 * 3_600_000;
    expect(isResting({ ...messageOf(1), retryAt: hours + 1000 }, 0)).toBe(false);
    expect(isResting({ ...messageOf(1), retryAt: 1000 }, 0)).toBe(true);
  });

  it('a message entered during sending is queued behind it', () => {
    const first = messageOf(1);
    const [sending] = begun([first], first.id).put!;
    const next = { ...messageOf(1), body: { id: 1, version: 1, name: 'Later' } };
    const how = { id: 'next', attempts: 0, now: 0 };
    expect(added([sending!], next, how)).toMatchObject({ put: [{ place: first.place + 1 }], remove: [] });
    expect(added([first], next, how)).toMatchObject({ put: [{ place: first.place }], remove: [first.id] });
  });

  it('of a sent message only its title is kept, and its files are deleted when unused', async () => {
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
  it('replaces one whose values it contains, unless that was tried', () => {
    const [tried, fresh] = [{ ...messageOf(1), attempts: 1 }, messageOf(2)];
    const all = [tried, fresh];
    const of = (recordId: number | null) => ({ entity: 'inspection', recordId, move: null });
    expect(replacedBy(all, of(2))).toBe(fresh);
    expect(replacedBy(all, of(1))).toBeUndefined();
    expect(replacedBy(all, of(null))).toBeUndefined();
  });

  it('shows its values over those of the record, and is deleted days after it was sent', () => {
    const message = messageOf(1);
    expect(overlaid([message], 'inspection', 1, { name: 'Before', day: 'today' })).toEqual({
      name: message.mine.name,
      day: 'today',
    });
    const sent: Message = { ...message, state: 'sent', sentAt: 0 };
    expect(outdated([sent, message], 6 * 86_400_000)).toEqual([]);
    expect(outdated([sent, message], 8 * 86_400_000)).toEqual([sent]);
  });

  it('is tried at least once a minute', () => {
    expect(afterFailure({ ...messageOf(1), attempts: 40 }, { kind: 'again' }, 0).retryAt).toBe(60_000);
  });
});
