/**
 * Feeds the windows that show stations. All viewers of a station share its feed. Points are gathered, reduced to the
 * newest of each variable and written as one text, for any number of listeners.
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
    /** The feeds of open windows. */
    live: Feeds;
  }
}

export interface Feeds {
  /** Sends events of the station as text of a stream, until the returned function is called. */
  follow(place: FeedPlace, listener: Listener): Promise<() => void>;
  close(): Promise<void>;
}

/** A station of a tenant. */
export interface FeedPlace {
  tenantId: number;
  stationSn: string;
}

interface Listener {
  audience: Audience;
  write(text: string): void;
}

interface Feed extends FeedPlace {
  listeners: Set<Listener>;
  changes: StationChanges;
  timer: NodeJS.Timeout | null;
  /** Resolves once its variables are known. */
  ready: Promise<void>;
}

/** Points of one variable within this time are sent as one, the newest. */
const FLUSH_MS = 250;

const keyOf = ({ tenantId, stationSn }: FeedPlace): string => `${tenantId} ${stationSn}`;

function flush(feed: Feed): void {
  const textFor = writeChanges(feed.changes, feed.stationSn);
  feed.timer = null;
  feed.changes = startChanges();
  for (const { audience, write } of feed.listeners) {
    const text = textFor(audience);
    if (text !== '') write(text);
  }
}

function flushSoon(feed: Feed): void {
  feed.timer ??= setTimeout(flush, FLUSH_MS, feed);
}

export function createFeeds({ db, hub, log }: { db: Database; hub: Hub; log: Logger }): Feeds {
  const feeds = new Map<string, Feed>();
  const owners = createVariableOwners<Feed>();
  const reloads = createReloads(async (tenantId) => {
    const stations = ofTenant(tenantId).map(({ stationSn }) => stationSn);
    if (stations.length > 0) await learnVariables(tenantId, stations);
  }, log);

  const ofTenant = (tenantId: number): Feed[] =>
    [...feeds.values()].filter((feed) => feed.tenantId === tenantId);

  async function learnVariables(tenantId: number, stationSns: readonly string[]): Promise<void> {
    const rows = await readVariables(db, tenantId, stationSns);
    const owned = rows.flatMap(({ sn, stationSn }) => {
      const feed = feeds.get(keyOf({ tenantId, stationSn }));
      return feed && sn !== null ? [[sn, feed] as const] : [];
    });
    owners.replace(tenantId, stationSns, owned);
  }

  function learnAgain(tenantId: number): void {
    if (ofTenant(tenantId).length > 0) reloads.soon(tenantId);
  }

  function hear(event: HubEvent): void {
    if (event.type === 'resync') {
      for (const tenantId of new Set([...feeds.values()].map((feed) => feed.tenantId))) learnAgain(tenantId);
    } else if (event.type === 'entity') {
      if (event.entity === 'device' || event.entity === 'deviceVariable') learnAgain(event.tenantId);
    } else if (event.type === 'points') {
      for (const point of event.points) {
        const feed = owners.find(event.tenantId, point.sn);
        if (feed && gatherPoint(feed.changes, point)) flushSoon(feed);
      }
    } else if (event.type === 'alarm') {
      const { stationSn, alarmId, status } = event;
      const feed = feeds.get(keyOf(event));
      if (feed && gatherAlarm(feed.changes, { stationSn, alarmId, status })) flushSoon(feed);
    }
  }

  const unsubscribe = hub.subscribe(hear);

  function openFeed(place: FeedPlace): Feed {
    const { tenantId, stationSn } = place;
    const empty = { listeners: new Set<Listener>(), changes: startChanges(), timer: null };
    const feed: Feed = { tenantId, stationSn, ...empty, ready: Promise.resolve() };
    feeds.set(keyOf(place), feed);
    feed.ready = learnVariables(tenantId, [stationSn]);
    return feed;
  }

  function dropFeed(feed: Feed): void {
    if (feed.timer) clearTimeout(feed.timer);
    feeds.delete(keyOf(feed));
    owners.drop(feed.tenantId, feed);
  }

  return {
    async follow(place, listener) {
      const feed = feeds.get(keyOf(place)) ?? openFeed(place);
      feed.listeners.add(listener);
      const leave = (): void => {
        feed.listeners.delete(listener);
        if (feed.listeners.size === 0 && feeds.get(keyOf(feed)) === feed) dropFeed(feed);
      };
      await feed.ready.catch((error: unknown) => {
        leave();
        throw error;
      });
      return leave;
    },
    async close() {
      unsubscribe();
      reloads.close();
      for (const feed of [...feeds.values()]) dropFeed(feed);
    },
  };
}
