import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type LiveEvents,
  listenLive,
  retryDelay,
  SILENCE_MS,
  useLiveConnection,
} from '../../../runtime/api/live.ts';

class FakeSource extends EventTarget {
  url: string;
  closed = false;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor(url: string) {
    super();
    this.url = url;
  }
  close() {
    this.closed = true;
  }
  send(type: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
}

let sources: FakeSource[];
let stop: () => void;
const events = { points: vi.fn(), alarm: vi.fn(), open: vi.fn() } satisfies LiveEvents;
const last = () => sources.at(-1)!;
const lost = () => useLiveConnection.getState().lost;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  sources = [];
  stop = listenLive('A/1', events, {
    random: () => 1,
    openSource(url) {
      const source = new FakeSource(url);
      sources.push(source);
      return source as unknown as EventSource;
    },
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe('the live connection', () => {
  it('hands on points and alarms of the station', () => {
    expect(last().url).toBe('/ems/api/main/live?stationSn=A%2F1');
    last().onopen?.();
    last().send('points', { points: [1] });
    last().send('alarm', { alarmId: 7 });
    expect(events.points).toHaveBeenCalledWith({ points: [1] });
    expect(events.alarm).toHaveBeenCalledWith({ alarmId: 7 });
    expect(events.open).toHaveBeenCalledWith(false);
  });

  it('comes back after a failure and says that something was missed', () => {
    last().onopen?.();
    last().onerror?.();
    expect(lost()).toBe(1);
    expect(last().closed).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(sources).toHaveLength(2);
    last().onopen?.();
    expect(lost()).toBe(0);
    expect(events.open).toHaveBeenLastCalledWith(true);
  });

  it('takes silence for a dead line', () => {
    last().onopen?.();
    vi.advanceTimersByTime(SILENCE_MS - 1);
    last().send('ping', {});
    vi.advanceTimersByTime(SILENCE_MS - 1);
    expect(sources).toHaveLength(1);
    vi.advanceTimersByTime(1001);
    expect(sources).toHaveLength(2);
  });

  it('waits longer with each failure, up to 30 s, never all screens at once', () => {
    expect([1, 2, 3, 10].map((failures) => retryDelay(failures, 1))).toEqual([1000, 2000, 4000, 30_000]);
    expect(retryDelay(3, 0)).toBe(2000);
  });

  it('ends for good when nobody listens any more', () => {
    last().onerror?.();
    stop();
    expect(lost()).toBe(0);
    vi.advanceTimersByTime(120_000);
    expect(sources).toHaveLength(1);
  });
});
