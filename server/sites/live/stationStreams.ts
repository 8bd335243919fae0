/**
 * Streams for windows that show stations. All viewers of a station share its stream. Points are collected, reduced to
 * the newest of each variable, and serialized once for all listeners.
 */
import type { Database } from '../../platform/db/index.ts';
import type { HubEvent } from '../../platform/events.ts';
import type { Hub } from '../../platform/hub/hub.ts';
import type { Logger } from '../../platform/log.ts';
import type { Audience } from './audience.ts';
import { createReloads } from './reloads.ts';
import {
  gatherAlarm,
  gatherPoint,
  type StationChanges,
  startChanges,
  writeChanges,
} from './stationChanges.ts';
import { createVariableOwners, readVariables } from './variableOwners.ts';

declare module '../../engine/context.ts' {
  interface Services {
    /** The streams of open windows. */
    live: Streams;
  }
}

export interface Streams {
  /** Sends events of the station as stream text until the returned function is called. */
  follow(place: StreamPlace, listener: Listener): Promise<() => void>;
  close(): Promise<void>;
}

/** A station of a tenant. */
export interface StreamPlace {
  tenantId: number;
  stationSn: string;
}

interface Listener {
  audience: Audience;
  write(text: string): void;
}

interface Stream extends StreamPlace {
  listeners: Set<Listener>;
  changes: StationChanges;
  timer: NodeJS.Timeout | null;
  /** Resolves when the variables of the station are loaded. */
  ready: Promise<void>;
}

/** Interval in ms between events. Only the newest point of a variable within the interval is sent. */
const FLUSH_MS = 250;

const keyOf = ({ tenantId, stationSn }: StreamPlace): string => `${tenantId} ${stationSn}`;

function flush(stream: Stream): void {
  const textFor = writeChanges(stream.changes, stream.stationSn);
  stream.timer = null;
  stream.changes = startChanges();
  for (const { audience, write } of stream.listeners) {
    const text = textFor(audience);
    if (text !== '') write(text);
  }
}

function flushSoon(stream: Stream): void {
  stream.timer ??= setTimeout(flush, FLUSH_MS, stream);
}

export function createStreams({ db, hub, log }: { db: Database; hub: Hub; log: Logger }): Streams {
  const streams = new Map<string, Stream>();
  const owners = createVariableOwners<Stream>();
  const reloads = createReloads(async (tenantId) => {
    const stations = ofTenant(tenantId).map(({ stationSn }) => stationSn);
    if (stations.length > 0) await learnVariables(tenantId, stations);
  }, log);

  const ofTenant = (tenantId: number): Stream[] =>
    [...streams.values()].filter((stream) => stream.tenantId === tenantId);

  async function learnVariables(tenantId: number, stationSns: readonly string[]): Promise<void> {
    const rows = await readVariables(db, tenantId, stationSns);
    const owned = rows.flatMap(({ sn, stationSn }) => {
      const stream = streams.get(keyOf({ tenantId, stationSn }));
      return stream && sn !== null ? [[sn, stream] as const] : [];
    });
    owners.replace(tenantId, stationSns, owned);
  }

  function learnAgain(tenantId: number): void {
    if (ofTenant(tenantId).length > 0) reloads.soon(tenantId);
  }

  function onEvent(event: HubEvent): void {
    if (event.type === 'resync') {
      for (const tenantId of new Set([...streams.values()].map((stream) => stream.tenantId)))
        learnAgain(tenantId);
    } else if (event.type === 'entity') {
      if (event.entity === 'device' || event.entity === 'deviceVariable') learnAgain(event.tenantId);
    } else if (event.type === 'points') {
      for (const point of event.points) {
        const stream = owners.find(event.tenantId, point.sn);
        if (stream && gatherPoint(stream.changes, point)) flushSoon(stream);
      }
    } else if (event.type === 'alarm') {
      const { stationSn, alarmId, status } = event;
      const stream = streams.get(keyOf(event));
      if (stream && gatherAlarm(stream.changes, { stationSn, alarmId, status })) flushSoon(stream);
    }
  }

  const unsubscribe = hub.subscribe(onEvent);

  function openStream(place: StreamPlace): Stream {
    const { tenantId, stationSn } = place;
    const empty = { listeners: new Set<Listener>(), changes: startChanges(), timer: null };
    const stream: Stream = { tenantId, stationSn, ...empty, ready: Promise.resolve() };
    streams.set(keyOf(place), stream);
    stream.ready = learnVariables(tenantId, [stationSn]);
    return stream;
  }

  function dropStream(stream: Stream): void {
    if (stream.timer) clearTimeout(stream.timer);
    streams.delete(keyOf(stream));
    owners.drop(stream.tenantId, stream);
  }

  return {
    async follow(place, listener) {
      const stream = streams.get(keyOf(place)) ?? openStream(place);
      stream.listeners.add(listener);
      const leave = (): void => {
        stream.listeners.delete(listener);
        if (stream.listeners.size === 0 && streams.get(keyOf(stream)) === stream) dropStream(stream);
      };
      await stream.ready.catch((error: unknown) => {
        leave();
        throw error;
      });
      return leave;
    },
    async close() {
      unsubscribe();
      reloads.close();
      for (const stream of [...streams.values()]) dropStream(stream);
    },
  };
}
