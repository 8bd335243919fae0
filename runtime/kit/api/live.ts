/**
 * Receives live messages from the server. A browser allows six connections for all windows, so each window opens only
 * one, and none while it is hidden. It reconnects automatically, and reports failures.
 */
import { create } from 'zustand';
import { endSession } from './client.ts';
import { type LineEffect, type LineEvent, NO_LINE, retryDelay, SILENCE_MS, stepLine } from './liveLine.ts';
import { createListeners, type Listener, OWN_EVENTS } from './liveListeners.ts';
import { doubtTokens, isSignedOut } from './tokenSources.ts';

/** A listener for events of a station. `open` is called after each (re)connection. */
export interface LiveEvents {
  points(data: unknown): void;
  alarm(data: unknown): void;
  /** `again`: true after an interruption. The listener may have missed events and must load its data again. */
  open?(again: boolean): void;
}

const ADDRESS = '/ems/api/main/live';

/** Time after which an announced page leave counts as cancelled. */
const LEAVING_MS = 3_000;

interface ConnectionState {
  /** The live connection is down. */
  lost: boolean;
}
export const useLiveConnection = create<ConnectionState>(() => ({ lost: false }));

export interface LiveDeps {
  openSource(url: string): EventSource;
  /** The server has reported the end of the session. */
  ended(): void;
  /**
   * Returns whether the session is over. The browser would log a rejected stream, so this call is made first. It is
   * never rejected, but throws without an answer. `isDoubtful`: after an interruption the message about the end may be
   * lost.
   */
  isOver(isDoubtful: boolean): boolean | Promise<boolean>;
  random(): number;
  page: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;
  view: Pick<Window, 'addEventListener' | 'removeEventListener'>;
}

export interface Live {
  /** Listens to a station. The returned function stops it. */
  station(stationSn: string, events: LiveEvents): () => void;
  /** Called when the user's pending work may have changed. */
  counts(changed: () => void): () => void;
  /** Called when alarms of any station may have changed. */
  alarms(changed: () => void): () => void;
  /** Called when the user's permissions or scope may have changed. `isAnnounced`: the server has reported a change. */
  rights(changed: (isAnnounced: boolean) => void): () => void;
}

/** Opens a stream, reports its events to the connection, and forwards its messages. */
function openStream(
  openSource: LiveDeps['openSource'],
  stations: string,
  dispatch: (event: LineEvent) => void,
  onMessage: (type: string, data: unknown) => void,
): EventSource {
  const source = openSource(stations ? `${ADDRESS}?stationSns=${encodeURIComponent(stations)}` : ADDRESS);
  source.onopen = () => dispatch({ type: 'opened' });
  source.onerror = () => dispatch({ type: 'failed' });
  for (const type of ['points', 'alarm', ...OWN_EVENTS])
    source.addEventListener(type, (event: MessageEvent<string>) => {
      dispatch({ type: 'heard' });
      onMessage(type, JSON.parse(event.data));
    });
  source.addEventListener('ping', () => dispatch({ type: 'heard' }));
  source.addEventListener('ended', () => dispatch({ type: 'ended' }));
  return source;
}

interface LineUse {
  /** Called after each step with the number of failed attempts since the last open connection. */
  failing(failures: number): void;
  greet(): void;
  hear(type: string, data: unknown): void;
}

/** Executes the actions of the connection. Returns the function that handles its events. */
function createLine({ openSource, ended, isOver, random }: Omit<LiveDeps, 'page' | 'view'>, use: LineUse) {
  let line = NO_LINE;
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tell(event: LineEvent): void {
    const [next, effects] = stepLine(line, event);
    line = next;
    use.failing(line.failures);
    effects.forEach(act);
  }

  function dispatchIn(ms: number, event: LineEvent): void {
    clearTimeout(timer);
    timer = setTimeout(() => tell(event), ms);
  }

  async function checkSession(question: number, isDoubtful: boolean): Promise<void> {
    const over = await Promise.resolve(isOver(isDoubtful)).catch(() => null);
    tell({ type: 'answered', question, isOver: over });
  }

  function act(effect: LineEffect): void {
    if (effect.do === 'watch') dispatchIn(SILENCE_MS, { type: 'failed' });
    else if (effect.do === 'wait') dispatchIn(retryDelay(effect.failures, random()), { type: 'waited' });
    else if (effect.do === 'ask') void checkSession(effect.question, effect.isDoubtful);
    else if (effect.do === 'open') source = openStream(openSource, effect.stations, tell, use.hear);
    else if (effect.do === 'greet') use.greet();
    else if (effect.do === 'end') ended();
    else {
      clearTimeout(timer);
      source?.close();
      source = null;
    }
  }

  return {
    tell,
    isOpenFor: (stations: string | null) => line.phase === 'open' && line.stations === stations,
  };
}

export function createLive({ page, view, ...deps }: LiveDeps): Live {
  const listeners = createListeners();
  const line = createLine(deps, {
    failing(failures) {
      const lost = failures > 0 && listeners.isAnyAtStation();
      if (useLiveConnection.getState().lost !== lost) useLiveConnection.setState({ lost });
    },
    greet: listeners.greetAll,
    hear: listeners.tell,
  });
  let settling = false;
  let leaving: ReturnType<typeof setTimeout> | null = null;

  const requiredUrl = (): string | null => (page.hidden || leaving !== null ? null : listeners.stations());

  /** Runs once for all listeners that start and stop in the same task. */
  function settle(): void {
    settling = false;
    line.tell({ type: 'wanted', stations: requiredUrl() });
  }

  function soon(): void {
    if (!settling) queueMicrotask(settle);
    settling = true;
  }

  /** Marks that the user leaves the page. The browser reports the closing stream as an error. */
  function leave(): void {
    leaving ??= setTimeout(() => {
      leaving = null;
      settle();
    }, LEAVING_MS);
    settle();
  }

  function add(listener: Listener): () => void {
    if (listeners.count() === 0) {
      page.addEventListener('visibilitychange', soon);
      view.addEventListener('beforeunload', leave);
    }
    listeners.add(listener);
    // An open connection already covers this listener.
    if (line.isOpenFor(requiredUrl())) queueMicrotask(() => listeners.greet(listener));
    soon();
    return () => {
      listeners.remove(listener);
      if (listeners.count() === 0) {
        page.removeEventListener('visibilitychange', soon);
        view.removeEventListener('beforeunload', leave);
      }
      soon();
    };
  }

  const addOwn = (type: string, changed: (isAnnounced: boolean) => void): (() => void) =>
    add({
      stationSn: null,
      handle: { [type]: () => changed(true) },
      open: (again) => {
        if (again) changed(false);
      },
    });

  return {
    station: (stationSn, { points, alarm, open = () => {} }) =>
      add({ stationSn, handle: { points, alarm }, open }),
    counts: (changed) => addOwn('counts', changed),
    alarms: (changed) => addOwn('alarms', changed),
    rights: (changed) => addOwn('rights', changed),
  };
}

let stream: Live | null = null;

/** Returns the window's connection. */
export function windowLive(): Live {
  stream ??= createLive({
    openSource: (url) => new EventSource(url),
    ended: endSession,
    isOver: (isDoubtful) => {
      if (isDoubtful) doubtTokens();
      return isSignedOut();
    },
    random: Math.random,
    page: document,
    view: window,
  });
  return stream;
}
