/**
 * What the server tells as it happens. A browser has six connections for all windows, so a window has one for all that
 * listens in it, and none while nobody looks at it. It reconnects by itself, and says when it can't.
 */
import { create } from 'zustand';
import { endSession } from './client.ts';
import { doubtTokens, isSignedOut } from './tokenSources.ts';

/** What happens at a station; `open` comes after each (re)connection. */
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
const ADDRESS = '/ems/api/main/live';

/** Doubles with each failure, with some chance in it so that thousands of screens don't come back at once. */
export function retryDelay(failures: number, random: number): number {
  const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1));
  return Math.round(delay * (0.5 + random / 2));
}

interface ConnectionState {
  /** Something that is to be shown as it happens can't be at the moment. */
  lost: boolean;
}
export const useLiveConnection = create<ConnectionState>(() => ({ lost: false }));

export interface LiveDeps {
  openSource(url: string): EventSource;
  /** The server has said that the session is over. */
  ended(): void;
  /**
   * The browser would log the refusal of a stream, so a call that is never refused is asked first; throws where there is
   * no answer. `isDoubtful`: the line was interrupted, so the end may have been told to nobody.
   */
  isOver(isDoubtful: boolean): boolean | Promise<boolean>;
  random(): number;
  page: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;
}

interface Listener {
  /** Null: only what is about the user. */
  stationSn: string | null;
  handle: Partial<Record<string, (data: unknown) => void>>;
  open(again: boolean): void;
  /** Says whether a connection of its was open before. */
  opened: boolean;
}

export interface Live {
  /** Listens to a station until the returned function is called. */
  station(stationSn: string, events: LiveEvents): () => void;
  /** Hears when what waits for the user has changed, or may have. */
  counts(changed: () => void): () => void;
  /** Hears when the rights of the user, or their reach, have changed (`isSaid`), or may have. */
  rights(changed: (isSaid: boolean) => void): () => void;
}

const stationOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null ? Reflect.get(data, 'stationSn') : undefined;

export function createLive({ openSource, ended, isOver, random, page }: LiveDeps): Live {
  const listeners = new Set<Listener>();
  let source: EventSource | null = null;
  /** The stations of the connection that is there or wanted; null while there is to be none. */
  let current: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let settling = false;
  let failures = 0;
  /** Counts what was closed: an answer that comes after it opens nothing. */
  let turn = 0;

  const tellLost = (): void => {
    const lost = failures > 0 && [...listeners].some(({ stationSn }) => stationSn !== null);
    if (useLiveConnection.getState().lost !== lost) useLiveConnection.setState({ lost });
  };

  /** The stations that somebody listens to, as the call takes them; null when nobody listens to anything. */
  function wanted(): string | null {
    if (listeners.size === 0 || page.hidden) return null;
    const sns = new Set([...listeners].flatMap(({ stationSn }) => stationSn ?? []));
    return [...sns].sort().join();
  }

  function close(): void {
    turn++;
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  function watch(): void {
    clearTimeout(timer);
    timer = setTimeout(failed, SILENCE_MS);
  }

  function failed(): void {
    close();
    failures++;
    tellLost();
    timer = setTimeout(() => void connect(), retryDelay(failures, random()));
  }

  function hear(type: string, event: MessageEvent<string>): void {
    watch();
    const data: unknown = JSON.parse(event.data);
    const station = OWN.has(type) ? null : stationOf(data);
    for (const { stationSn, handle } of [...listeners]) if (stationSn === station) handle[type]?.(data);
  }

  async function connect(): Promise<void> {
    close();
    if (current === null) return;
    const mine = turn;
    watch();
    const over = await Promise.resolve(isOver(failures > 0)).catch(() => null);
    if (mine !== turn) return;
    if (over === null) return failed();
    if (over) return end();
    open(current);
  }

  function end(): void {
    close();
    ended();
  }

  function open(sns: string): void {
    const next = openSource(sns === '' ? ADDRESS : `${ADDRESS}?stationSns=${encodeURIComponent(sns)}`);
    source = next;
    next.onopen = () => {
      watch();
      failures = 0;
      tellLost();
      for (const listener of [...listeners]) {
        listener.open(listener.opened);
        listener.opened = true;
      }
    };
    next.onerror = failed;
    for (const type of ['points', 'alarm', ...OWN])
      next.addEventListener(type, (event: MessageEvent<string>) => hear(type, event));
    next.addEventListener('ping', watch);
    next.addEventListener('ended', () => {
      next.onerror = null;
      end();
    });
    watch();
  }

  /** Once for all that begins and ends in one step of the screen. */
  function settle(): void {
    settling = false;
    const next = wanted();
    if (next !== current) {
      current = next;
      if (next === null) failures = 0;
      void connect();
    }
    tellLost();
  }

  function soon(): void {
    if (settling) return;
    settling = true;
    queueMicrotask(settle);
  }

  function add(listener: Listener): () => void {
    if (listeners.size === 0) page.addEventListener('visibilitychange', soon);
    listeners.add(listener);
    // A connection that is open already is open for this one, too.
    if (source?.readyState === OPEN && wanted() === current) {
      listener.opened = true;
      queueMicrotask(() => listeners.has(listener) && listener.open(false));
    }
    soon();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) page.removeEventListener('visibilitychange', soon);
      soon();
    };
  }

  const addOwn = (type: string, changed: (isSaid: boolean) => void): (() => void) =>
    add({
      stationSn: null,
      handle: { [type]: () => changed(true) },
      open: (again) => {
        if (again) changed(false);
      },
      opened: false,
    });

  return {
    station: (stationSn, { points, alarm, open = () => {} }) =>
      add({ stationSn, handle: { points, alarm }, open, opened: false }),
    counts: (changed) => addOwn('counts', changed),
    rights: (changed) => addOwn('rights', changed),
  };
}

const OPEN = 1;
/** What is told about the user, and about no station. */
const OWN: ReadonlySet<string> = new Set(['counts', 'rights']);
let own: Live | null = null;

/** The connection of this window. */
export function windowLive(): Live {
  own ??= createLive({
    openSource: (url) => new EventSource(url),
    ended: endSession,
    isOver: (isDoubtful) => {
      if (isDoubtful) doubtTokens();
      return isSignedOut();
    },
    random: Math.random,
    page: document,
  });
  return own;
}
