/** Server-sent events of a station: reconnects by itself, and says when it can't. */
import { create } from 'zustand';

/** The events of the live call; `open` comes after each (re)connection. */
export interface LiveEvents {
  points(data: unknown): void;
  alarm(data: unknown): void;
  /** `again` is true after an interruption: whoever listens has missed something and should ask anew. */
  open?(again: boolean): void;
}

const SECOND = 1000;
const FIRST_DELAY_MS = SECOND;
const LONGEST_DELAY_MS = 30 * SECOND;
/** The server pings every 15 s; three missed pings mean that the line is dead though nobody said so. */
export const SILENCE_MS = 45 * SECOND;

/** Doubles with each failure, with some chance in it so that thousands of screens don't come back at once. */
export function retryDelay(failures: number, random: number): number {
  const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1));
  return Math.round(delay * (0.5 + random / 2));
}

interface ConnectionState {
  /** How many live connections are down at the moment. */
  lost: number;
}
export const useLiveConnection = create<ConnectionState>(() => ({ lost: 0 }));

function countLost(change: 1 | -1): void {
  useLiveConnection.setState(({ lost }) => ({ lost: Math.max(0, lost + change) }));
}

export interface LiveDeps {
  openSource(url: string): EventSource;
  random(): number;
}

const browser: LiveDeps = {
  openSource: (url) => new EventSource(url),
  random: Math.random,
};

/** Listens to a station until the returned function is called. */
export function listenLive(stationSn: string, events: LiveEvents, deps: LiveDeps = browser): () => void {
  const url = `/ems/api/main/live?stationSn=${encodeURIComponent(stationSn)}`;
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let opened = false;

  function watch(): void {
    clearTimeout(timer);
    timer = setTimeout(failed, SILENCE_MS);
  }

  function failed(): void {
    source?.close();
    failures++;
    if (failures === 1) countLost(1);
    clearTimeout(timer);
    timer = setTimeout(connect, retryDelay(failures, deps.random()));
  }

  function connect(): void {
    source = deps.openSource(url);
    const on = (type: string, handle: (data: unknown) => void) =>
      source?.addEventListener(type, (event: MessageEvent<string>) => {
        watch();
        handle(JSON.parse(event.data));
      });
    source.onopen = () => {
      watch();
      if (failures > 0) countLost(-1);
      failures = 0;
      events.open?.(opened);
      opened = true;
    };
    source.onerror = failed;
    on('points', events.points);
    on('alarm', events.alarm);
    on('ping', () => {});
    watch();
  }

  connect();
  return () => {
    clearTimeout(timer);
    source?.close();
    if (failures > 0) countLost(-1);
    failures = 0;
  };
}
