/** The listeners of a window, and the messages for each of them. */

export interface Listener {
  /** Null to receive only messages about the user. */
  stationSn: string | null;
  handle: Partial<Record<string, (data: unknown) => void>>;
  open(again: boolean): void;
}

/** Names of events about the user, or about all stations. */
export const OWN_EVENTS: ReadonlySet<string> = new Set(['counts', 'rights', 'alarms']);

const stationOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null ? Reflect.get(data, 'stationSn') : undefined;

/** Returns the stations in the call's format. Null without listeners. */
export function stationsHeard(listeners: Iterable<Pick<Listener, 'stationSn'>>): string | null {
  const all = [...listeners];
  if (all.length === 0) return null;
  return [...new Set(all.flatMap(({ stationSn }) => stationSn ?? []))].sort().join();
}

export function createListeners() {
  const listeners = new Set<Listener>();
  /** Listeners that have had an open connection. */
  const greeted = new WeakSet<Listener>();

  function greet(listener: Listener): void {
    if (!listeners.has(listener)) return;
    const again = greeted.has(listener);
    greeted.add(listener);
    listener.open(again);
  }

  return {
    add: (listener: Listener) => void listeners.add(listener),
    remove: (listener: Listener) => void listeners.delete(listener),
    count: () => listeners.size,
    stations: () => stationsHeard(listeners),
    isAnyAtStation: () => [...listeners].some(({ stationSn }) => stationSn !== null),
    greet,
    greetAll: () => [...listeners].forEach(greet),
    tell(type: string, data: unknown): void {
      const station = OWN_EVENTS.has(type) ? null : stationOf(data);
      for (const { stationSn, handle } of [...listeners]) if (stationSn === station) handle[type]?.(data);
    },
  };
}
