import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createLive,
  type Live,
  type LiveEvents,
  useLiveConnection,
} from '../../../../runtime/kit/api/live.ts';
import { retryDelay, SILENCE_MS } from '../../../../runtime/kit/api/liveLine.ts';

class FakeSource extends EventTarget {
  url: string;
  closed = false;
  readyState = 0;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor(url: string) {
    super();
    this.url = url;
  }
  close() {
    this.closed = true;
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  send(type: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
}

const view = new EventTarget() as unknown as Window;
const page = Object.assign(new EventTarget(), { hidden: false });
let sources: FakeSource[];
let live: Live;
let ended: ReturnType<typeof vi.fn<() => void>>;
let isOver: ReturnType<typeof vi.fn<(isDoubtful: boolean) => boolean | Promise<boolean>>>;
const stops: (() => void)[] = [];
const events = () => ({ points: vi.fn(), alarm: vi.fn(), open: vi.fn() }) satisfies LiveEvents;
const last = () => sources.at(-1)!;
const openNow = () => sources.filter(({ closed }) => !closed);
const lost = () => useLiveConnection.getState().lost;
const settled = () => vi.advanceTimersByTimeAsync(0);

async function station(sn: string): Promise<ReturnType<typeof events>> {
  const listener = events();
  stops.push(live.station(sn, listener));
  await settled();
  return listener;
}

async function look(hidden: boolean): Promise<void> {
  page.hidden = hidden;
  page.dispatchEvent(new Event('visibilitychange'));
  await settled();
}

beforeEach(() => {
  vi.useFakeTimers();
  page.hidden = false;
  sources = [];
  ended = vi.fn();
  isOver = vi.fn(() => false);
  live = createLive({
    ended,
    isOver,
    random: () => 1,
    page,
    view,
    openSource(url) {
      const source = new FakeSource(url);
      sources.push(source);
      return source as unknown as EventSource;
    },
  });
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await settled();
  expect(openNow()).toEqual([]);
  vi.useRealTimers();
});

describe('the live connection of a window', () => {
  it('ends before the page does, open or opening, and returns if the user stays', async () => {
    for (const isOpen of [false, true]) {
      await station(`S${isOpen}`);
      if (isOpen) last().open();
      const left = last();
      view.dispatchEvent(new Event('beforeunload'));
      expect(left.closed).toBe(true);
      await settled();
      expect(openNow()).toEqual([]);
      await vi.advanceTimersByTimeAsync(5_000);
      expect(openNow()).toHaveLength(1);
    }
  });

  it('passes on points and alarms of the station', async () => {
    const listener = await station('A:1');
    expect(last().url).toBe('/ems/api/main/live?stationSns=A%3A1');
    last().open();
    last().send('points', { stationSn: 'A:1', points: [1] });
    last().send('points', { stationSn: 'B', points: [2] });
    last().send('alarm', { stationSn: 'A:1', alarmId: 7 });
    expect(listener.points.mock.calls).toEqual([[{ stationSn: 'A:1', points: [1] }]]);
    expect(listener.alarm).toHaveBeenCalledWith({ stationSn: 'A:1', alarmId: 7 });
    expect(listener.open).toHaveBeenCalledWith(false);
  });

  it('sends no request once the session has ended', async () => {
    await station('A');
    last().open();
    last().send('ended', {});
    expect(ended).toHaveBeenCalledTimes(1);
    // The server closes the connection after its message.
    last().onerror?.();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sources).toHaveLength(1);
  });

  it('is not opened again for a session that ended in the meantime', async () => {
    await station('A');
    last().open();
    await look(true);
    isOver.mockReturnValue(Promise.resolve(true));
    await look(false);
    expect(ended).toHaveBeenCalledTimes(1);
    expect(sources).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(isOver.mock.calls).toEqual([[false], [false]]);
  });

  it('checks the session after an interruption, and again if there is no answer', async () => {
    await station('A');
    isOver.mockImplementationOnce(() => Promise.reject(new Error('unreachable')));
    last().onerror?.();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(isOver.mock.calls.slice(0, 3)).toEqual([[false], [true], [true]]);
    expect(ended).not.toHaveBeenCalled();
    expect(openNow()).toHaveLength(1);
  });

  it('is not opened by an answer that arrives when the page is hidden', async () => {
    const answer = Promise.withResolvers<boolean>();
    isOver.mockReturnValue(answer.promise);
    await station('A');
    await look(true);
    answer.resolve(false);
    await settled();
    expect(sources).toEqual([]);
  });

  it('is shared by all listeners', async () => {
    const changed = vi.fn();
    stops.push(live.counts(changed));
    const first = await station('A');
    const second = await station('B');
    const third = await station('B');
    expect(openNow().map(({ url }) => url)).toEqual(['/ems/api/main/live?stationSns=A%2CB']);
    last().open();
    last().send('points', { stationSn: 'B', points: [1] });
    last().send('counts', {});
    expect([first, second, third].map(({ points }) => points.mock.calls.length)).toEqual([0, 1, 1]);
    expect(changed).toHaveBeenCalledTimes(1);
    const fourth = await station('A');
    expect(fourth.open).toHaveBeenCalledWith(false);
    expect(openNow()).toHaveLength(1);
  });

  it('announces changed permissions, also possible changes during an interruption', async () => {
    const changed = vi.fn();
    stops.push(live.rights(changed));
    const first = await station('A');
    last().open();
    last().send('counts', {});
    expect(changed).not.toHaveBeenCalled();
    last().send('rights', {});
    expect(changed).toHaveBeenCalledTimes(1);
    await station('B');
    last().open();
    expect(changed).toHaveBeenCalledTimes(2);
    expect(first.points).not.toHaveBeenCalled();
  });

  it('reports missed events to earlier listeners', async () => {
    const changed = vi.fn();
    stops.push(live.counts(changed));
    const first = await station('A');
    last().open();
    const second = await station('B');
    last().open();
    expect(openNow()).toHaveLength(1);
    expect(first.open.mock.calls).toEqual([[false], [true]]);
    expect(second.open.mock.calls).toEqual([[false]]);
    expect(changed).toHaveBeenCalledTimes(1);
  });

  it('is closed while the window is hidden', async () => {
    const listener = await station('A');
    last().open();
    await look(true);
    expect(openNow()).toEqual([]);
    await look(false);
    last().open();
    expect(listener.open.mock.calls).toEqual([[false], [true]]);
  });

  it('reconnects after a failure and reports missed events', async () => {
    const listener = await station('A');
    last().open();
    last().onerror?.();
    expect(lost()).toBe(true);
    expect(last().closed).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sources).toHaveLength(2);
    last().open();
    expect(lost()).toBe(false);
    expect(listener.open).toHaveBeenLastCalledWith(true);
  });

  it('treats silence as a lost connection', async () => {
    await station('A');
    last().open();
    vi.advanceTimersByTime(SILENCE_MS - 1);
    last().send('ping', {});
    vi.advanceTimersByTime(SILENCE_MS - 1);
    expect(sources).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1001);
    expect(sources).toHaveLength(2);
  });

  it('does not report a lost connection if only counters listen', async () => {
    stops.push(live.counts(() => {}));
    await settled();
    last().onerror?.();
    expect(lost()).toBe(false);
  });

  it('waits longer after each failure, up to 30 s, at different times per window', () => {
    expect([1, 2, 3, 10].map((failures) => retryDelay(failures, 1))).toEqual([1000, 2000, 4000, 30_000]);
    expect(retryDelay(3, 0)).toBe(2000);
  });

  it('ends permanently when no listener remains', async () => {
    await station('A');
    last().onerror?.();
    stops.pop()?.();
    await settled();
    expect(lost()).toBe(false);
    vi.advanceTimersByTime(120_000);
    expect(sources).toHaveLength(1);
  });
});
