import { afterEach, describe, expect, it, vi } from 'vitest';
import { REFRESH_MS } from '../../../../../runtime/core/scheduler/refreshInterval.ts';
import {
  type AnswerMemory,
  createScheduler,
  type Scheduler,
} from '../../../../../runtime/core/scheduler/scheduler.ts';
import type { Answers, Watch } from '../../../../../runtime/core/scheduler/schedulerState.ts';
import { UNSEEN_MS } from '../../../../../runtime/core/scheduler/settle.ts';
import { createStagger, PACE } from '../../../../../runtime/core/scheduler/stagger.ts';
import type { BoardNeed, NeedResult, NeedSpec } from '../../../../../runtime/core/scheduler/types.ts';

const FRAME_MS = 16;
const START = Date.parse('2026-11-21T08:00:00Z');
const timers = {
  set: (run: () => void, ms: number) => setTimeout(run, ms),
  clear: (handle: unknown) => clearTimeout(handle as ReturnType<typeof setTimeout>),
  drawn(run: () => void) {
    const handle = setTimeout(run, FRAME_MS);
    return () => clearTimeout(handle);
  },
};

function answer(need: BoardNeed): NeedResult {
  if (!('sns' in need)) return { key: need.key, ok: true, data: {} };
  const data = need.sns.map((sn) =>
    need.kind === 'history'
      ? { sn, unit: 'kW', points: [[START, 1]] }
      : { sn, data: 1, ts: START, unit: 'kW' },
  );
  return { key: need.key, ok: true, data };
}

function setUp(
  send = async (needs: BoardNeed[]): Promise<NeedResult[]> => needs.map(answer),
  memory?: AnswerMemory,
) {
  vi.useFakeTimers({ now: START });
  const sent = vi.fn(send);
  const scheduler = createScheduler({ ask: sent, now: () => Date.now(), timers, memory });
  return { asked: sent, scheduler };
}

afterEach(() => void vi.useRealTimers());

const realtime = (...sns: string[]): NeedSpec => ({ kind: 'realtime', sns });
const watch = (id: string, ...specs: NeedSpec[]): Watch => ({ id, needs: () => specs });
const settle = () => vi.advanceTimersByTimeAsync(1);
const rows = (scheduler: Scheduler, id: string) => scheduler.read(id).results[0]?.data;

describe('the data scheduler', () => {
  it('sends one request for sixty widgets, with each variable once', async () => {
    const { asked, scheduler } = setUp();
    scheduler.watch(
      Array.from({ length: 60 }, (_, at) => watch(`w${at}`, realtime(`v${at % 10}`, 'shared'))),
    );
    scheduler.run({ visible: true, auto: true });
    await settle();
    expect(asked).toHaveBeenCalledTimes(1);
    const [needs] = asked.mock.calls[0]!;
    expect(needs).toHaveLength(1);
    expect((needs[0] as { sns: string[] }).sns).toHaveLength(11);
    await vi.advanceTimersByTimeAsync(2000);
    expect(rows(scheduler, 'w13')).toEqual([
      expect.objectContaining({ sn: 'v3' }),
      expect.objectContaining({ sn: 'shared' }),
    ]);
  });

  it('refreshes every 20 seconds while the page is visible, and pauses otherwise', async () => {
    const { asked, scheduler } = setUp();
    scheduler.watch([watch('a', realtime('v'))]);
    scheduler.run({ visible: true, auto: true });
    await settle();
    await vi.advanceTimersByTimeAsync(REFRESH_MS * 3);
    expect(asked).toHaveBeenCalledTimes(4);
    scheduler.run({ visible: false, auto: true });
    await vi.advanceTimersByTimeAsync(REFRESH_MS * 5);
    expect(asked).toHaveBeenCalledTimes(4);
    scheduler.run({ visible: true, auto: true });
    await settle();
    expect(asked).toHaveBeenCalledTimes(5);
  });

  it('does not refresh automatically if the page forbids it', async () => {
    const { asked, scheduler } = setUp();
    scheduler.watch([watch('a', realtime('v'))]);
    scheduler.run({ visible: true, auto: false });
    await vi.advanceTimersByTimeAsync(REFRESH_MS * 4);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['with the page in sight', []],
    ['from out of sight', [{ visible: false, auto: false }]],
  ])('asks at once when it goes on by itself again, %s', async (_, between) => {
    const { asked, scheduler } = setUp();
    scheduler.watch([watch('a', realtime('v'))]);
    for (const mode of [
      { visible: true, auto: true },
      { visible: true, auto: false },
    ])
      scheduler.run(mode);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toHaveBeenCalledTimes(1);
    for (const mode of [...between, { visible: true, auto: true }]) scheduler.run(mode);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('skips a refresh while the previous one is running', async () => {
    const { asked, scheduler } = setUp(async (needs) => {
      await new Promise((done) => setTimeout(done, REFRESH_MS * 2.5));
      return needs.map(answer);
    });
    scheduler.watch([watch('a', realtime('v'))]);
    scheduler.run({ visible: true, auto: true });
    await vi.advanceTimersByTimeAsync(REFRESH_MS * 2.4);
    expect(asked).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(REFRESH_MS);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('requests only new data when a configuration changes', async () => {
    const { asked, scheduler } = setUp();
    const a = watch('a', realtime('v1'));
    scheduler.watch([a]);
    scheduler.run({ visible: true, auto: true });
    await settle();
    scheduler.watch([a, watch('b', realtime('v1')), watch('c', realtime('v2'))]);
    await settle();
    expect(asked).toHaveBeenCalledTimes(2);
    expect(asked.mock.calls[1]![0]).toEqual([{ key: 'n1', kind: 'realtime', sns: ['v2'] }]);
    expect(scheduler.read('b').status).toBe('ready');
  });

  it('lets a failed need affect only its own widgets, and requests it separately from then on', async () => {
    const { asked, scheduler } = setUp(async (needs) =>
      needs.map((need) =>
        'sns' in need && need.sns.includes('bad')
          ? { key: need.key, ok: false, code: 404, msg: 'gone' }
          : answer(need),
      ),
    );
    scheduler.watch([
      watch('good', realtime('v1')),
      watch('bad', realtime('bad')),
      watch('other', realtime('v2')),
    ]);
    scheduler.run({ visible: true, auto: true });
    await settle();
    expect(asked).toHaveBeenCalledTimes(2);
    expect(['good', 'bad', 'other'].map((id) => scheduler.read(id).status)).toEqual([
      'ready',
      'failed',
      'ready',
    ]);
    expect(['good', 'bad'].map((id) => scheduler.read(id).refusal)).toEqual([undefined, 404]);
    await vi.advanceTimersByTimeAsync(REFRESH_MS);
    expect(asked).toHaveBeenCalledTimes(3);
  });

  it('keeps the last data when a refresh fails, and reports the failure', async () => {
    let down = false;
    const { scheduler } = setUp(async (needs) => {
      if (down) throw new Error('down');
      return needs.map(answer);
    });
    scheduler.watch([watch('a', realtime('v'))]);
    scheduler.run({ visible: true, auto: true });
    await settle();
    down = true;
    await vi.advanceTimersByTimeAsync(REFRESH_MS);
    expect(scheduler.read('a')).toMatchObject({ status: 'failed', results: [{ ok: true }] });
    expect(scheduler.round().failed).toBe(true);
    down = false;
    await vi.advanceTimersByTimeAsync(REFRESH_MS);
    expect(scheduler.read('a').status).toBe('ready');
  });

  it('retries failed needs as soon as the network returns, unless the board is paused', async () => {
    const { asked, scheduler } = setUp();
    scheduler.watch([watch('a', realtime('v1'))]);
    scheduler.run({ visible: true, auto: true });
    await settle();
    scheduler.recover();
    await settle();
    expect(asked).toHaveBeenCalledTimes(1);
    asked.mockRejectedValueOnce(new Error('offline'));
    await scheduler.refresh();
    expect(scheduler.read('a')).toMatchObject({ status: 'failed', at: START });
    scheduler.recover();
    await settle();
    expect(asked).toHaveBeenCalledTimes(3);
    expect(scheduler.read('a').status).toBe('ready');
  });

  it('has one pending request when the page becomes visible', async () => {
    const { asked, scheduler } = setUp();
    const list = [watch('a', realtime('v'))];
    scheduler.watch(list);
    void scheduler.refresh();
    expect(asked).toHaveBeenCalledTimes(1);
    scheduler.watch(list);
    scheduler.run({ visible: true, auto: true });
    await settle();
    expect(scheduler.read('a').status).toBe('ready');
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('requests all visible widgets at once when the board opens, the others and later refreshes in small groups', async () => {
    const { scheduler } = setUp();
    const ids = Array.from({ length: 60 }, (_, at) => `w${at}`);
    const seen = ids.slice(20, 50);
    const notified: string[] = [];
    for (const id of ids) scheduler.subscribe(id, () => notified.push(id));
    scheduler.watch(ids.map((id) => watch(id, realtime(id))));
    scheduler.see(new Set(seen));
    scheduler.run({ visible: true, auto: true });
    await settle();
    expect(notified).toEqual(seen);
    await vi.advanceTimersByTimeAsync(UNSEEN_MS - 2);
    expect(notified).toEqual(seen);
    await vi.advanceTimersByTimeAsync(FRAME_MS + 2);
    expect(notified).toEqual([...seen, ...ids.slice(0, PACE.first)]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(new Set(notified).size).toBe(60);
    notified.length = 0;
    void scheduler.refresh();
    await vi.advanceTimersByTimeAsync(FRAME_MS + 1);
    expect(notified).toHaveLength(PACE.most);
    await vi.advanceTimersByTimeAsync(1000);
    expect(new Set(notified).size).toBe(60);
  });

  it('shows pushed values at once and appends them to the history', async () => {
    const { asked, scheduler } = setUp();
    const day = { from: '2026-11-21T00:00:00Z', to: '2026-11-22T00:00:00Z' };
    scheduler.watch([
      watch('now', realtime('v')),
      watch('trend', { kind: 'history', sns: ['v'], ...day, maxPoints: 100 }),
    ]);
    scheduler.run({ visible: true, auto: true });
    await settle();
    scheduler.push([
      { sn: 'v', ts: START + 5000, value: 42 },
      { sn: 'unknown', ts: START, value: 1 },
    ]);
    await vi.advanceTimersByTimeAsync(1200);
    expect(rows(scheduler, 'now')).toEqual([
      expect.objectContaining({ data: 42, ts: START + 5000, stale: false }),
    ]);
    expect(rows(scheduler, 'trend')).toEqual([
      expect.objectContaining({
        points: [
          [START, 1],
          [START + 5000, 42],
        ],
      }),
    ]);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('ignores a pushed value that is older than the one on screen', async () => {
    const { scheduler } = setUp();
    scheduler.watch([watch('now', realtime('v'))]);
    scheduler.run({ visible: true, auto: true });
    await settle();
    const before = scheduler.read('now').results;
    scheduler.push([{ sn: 'v', ts: START - 60_000, value: 7 }]);
    await vi.advanceTimersByTimeAsync(1200);
    expect(scheduler.read('now').results).toBe(before);
  });

  it('shows the age of a paused board, whatever is requested later', async () => {
    const { scheduler } = setUp();
    const a = watch('a', realtime('v1'));
    scheduler.watch([a]);
    scheduler.run({ visible: true, auto: true });
    await settle();
    scheduler.run({ visible: true, auto: false });
    const { at } = scheduler.round();
    const { at: atOfA } = scheduler.read('a');
    await vi.advanceTimersByTimeAsync(60_000);
    // Another tab is opened. One widget needs new data, and another needs known data.
    scheduler.watch([a, watch('b', realtime('v2')), watch('c', realtime('v1'))]);
    await settle();
    expect(scheduler.round()).toMatchObject({ at, failed: false });
    expect(['a', 'b', 'c'].map((id) => scheduler.read(id).at)).toEqual([atOfA, START + 60_001, at]);
    scheduler.push([{ sn: 'v2', ts: START + 61_000, value: 2 }]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(scheduler.read('a').at).toBe(atOfA);
    void scheduler.refresh();
    await settle();
    expect(scheduler.round().at).toBe(Date.now() - 1);
    expect(scheduler.read('a').at).toBe(Date.now() - 1);
  });

  it('requests only alarms again when an alarm arrives', async () => {
    const { asked, scheduler } = setUp();
    scheduler.watch([
      watch('a', realtime('v')),
      watch('b', { kind: 'alarms', status: '0,1', current: 1, size: 5 }),
    ]);
    scheduler.run({ visible: true, auto: true });
    await settle();
    scheduler.renew(['alarms', 'stationStatus']);
    await settle();
    expect(asked.mock.calls[1]![0].map(({ kind }) => kind)).toEqual(['alarms']);
  });
});

describe('a board to which a user returns', () => {
  function remembering(): AnswerMemory & { kept: Answers | null } {
    const memory: AnswerMemory & { kept: Answers | null } = {
      kept: null,
      read: () => memory.kept,
      write: (answers) => {
        memory.kept = answers;
      },
    };
    return memory;
  }

  it('shows its cached data with their age until everything is requested again', async () => {
    const memory = remembering();
    const before = setUp(undefined, memory);
    before.scheduler.watch([watch('a', realtime('v'))]);
    before.scheduler.run({ visible: true, auto: true });
    await settle();
    before.scheduler.close();
    const answeredAt = memory.kept!.at;

    const fail = setUp(() => Promise.reject(new Error('away')), memory);
    vi.setSystemTime(START + 60_000);
    fail.scheduler.watch([watch('a', realtime('v')), watch('new', realtime('other'))]);
    expect(fail.scheduler.read('a')).toMatchObject({ status: 'ready', at: answeredAt });
    expect(fail.scheduler.read('new').status).toBe('loading');
    expect(fail.scheduler.round().at).toBe(answeredAt);
    await fail.scheduler.refresh();
    expect(fail.asked).toHaveBeenCalledTimes(1);
    expect(fail.scheduler.read('a')).toMatchObject({ status: 'failed', at: answeredAt });
    expect(rows(fail.scheduler, 'a')).toEqual([expect.objectContaining({ sn: 'v', data: 1 })]);
    expect(memory.kept!.at).toBe(answeredAt);

    const again = setUp(undefined, memory);
    vi.setSystemTime(START + 60_000);
    again.scheduler.watch([watch('a', realtime('v')), watch('new', realtime('other'))]);
    await again.scheduler.refresh();
    expect(again.scheduler.read('new').status).toBe('ready');
    expect(again.scheduler.read('a')).toMatchObject({ status: 'ready', at: START + 60_000 });
    expect(memory.kept).toMatchObject({ moment: START + 60_000, at: START + 60_000 });
  });
});

describe('news for many widgets', () => {
  /** Counts the notified widgets in each frame, if each widget takes this long to draw. */
  function frames(eachMs: number, count: number): number[] {
    vi.useFakeTimers({ now: START });
    const rounds: number[] = [];
    const stagger = createStagger(
      {
        ...timers,
        drawn(run) {
          const handle = setTimeout(() => {
            vi.setSystemTime(Date.now() + eachMs * rounds.at(-1)!);
            run();
          });
          rounds.push(0);
          return () => clearTimeout(handle);
        },
      },
      () => Date.now(),
      () => void rounds.push(rounds.pop()! + 1),
    );
    stagger.add(Array.from({ length: count }, (_, at) => `w${at}`));
    vi.runAllTimers();
    stagger.close();
    // The first frame may already be in progress, so it has no notification.
    return rounds.slice(1);
  }

  it('is drawn as fast as the machine allows: several at a time on a fast one, one by one on a slow one', () => {
    expect(frames(1, 60)).toEqual([4, 8, 8, 8, 8, 8, 8, 8]);
    expect(frames(8, 24)).toEqual([4, 4, 4, 4, 4, 4]);
    expect(frames(100, 10)).toEqual([4, 2, 1, 1, 1, 1]);
  });
});
