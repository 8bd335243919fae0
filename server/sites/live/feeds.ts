/**
 * What happens at stations that somebody looks at. All who look at a station share its feed: points are gathered,
 * thinned to the newest of each variable and written as one text, however many listen.
 */
import type { Database } from '../../platform/db/index.ts';
import type { HubEvent, LivePoint } from '../../platform/events.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Logger } from '../../platform/log.ts';
import { BAD } from '../telemetry/batch.ts';
import type { Audience } from './audience.ts';

declare module '../../engine/context.ts' {
  interface Services {
    /** What open windows are told. */
    live: Feeds;
  }
}

export interface Feeds {
  /** Events of the station as text of a stream, until the answered function is called. */
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

interface Feed {
  tenantId: number;
  stationSn: string;
  listeners: Set<Listener>;
  newest: Map<string, LivePoint>;
  alarms: unknown[];
  timer: NodeJS.Timeout | null;
  /** Settled once its variables are known. */
  ready: Promise<void>;
}

/** Points of one variable that come closer together than this go out as one, the newest. */
const FLUSH_MS = 250;
/** Alarms of a moment; more than these are only counted by the next refresh. */
const MAX_ALARMS = 200;
/** Many variables may come into being at once: they are read again once. */
const RELOAD_MS = 500;

export const eventText = (name: string, data: unknown): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

export function createFeeds({ db, hub, log }: { db: Database; hub: Hub; log: Logger }): Feeds {
  const feeds = new Map<string, Feed>();
  /** By tenant and variable, so that a point costs one look whoever listens. */
  const variables = new Map<number, Map<string, Feed>>();
  const reloads = new Map<number, NodeJS.Timeout>();

  const keyOf = (tenantId: number, stationSn: string): string => `${tenantId} ${stationSn}`;
  const ofTenant = (tenantId: number): Feed[] =>
    [...feeds.values()].filter((feed) => feed.tenantId === tenantId);

  function flush(feed: Feed): void {
    const { stationSn, newest, alarms, listeners } = feed;
    const pointsText = (points: readonly LivePoint[]): string =>
      points.length > 0 ? eventText('points', { stationSn, points }) : '';
    const all = pointsText([...newest.values()]);
    const raised = alarms.map((alarm) => eventText('alarm', alarm)).join('');
    feed.timer = null;
    feed.newest = new Map();
    feed.alarms = [];
    for (const { audience, write } of listeners) {
      const { variables } = audience;
      const own = variables ? pointsText([...newest.values()].filter(({ sn }) => variables.has(sn))) : all;
      const text = own + (audience.alarms ? raised : '');
      if (text !== '') write(text);
    }
  }

  const soon = (feed: Feed): void => {
    feed.timer ??= setTimeout(flush, FLUSH_MS, feed);
  };

  /** Reads which variables the stations have; what they had before is forgotten. */
  async function readVariables(tenantId: number, stationSns: readonly string[]): Promise<void> {
    const rows = await db.tenant(tenantId, (trx) =>
      trx
        .selectFrom('deviceVariable as v')
        .innerJoin('device as d', (join) =>
          join.onRef('d.tenantId', '=', 'v.tenantId').onRef('d.sn', '=', 'v.deviceSn'),
        )
        .select(['v.sn', 'd.stationSn'])
        .where('d.stationSn', 'in', [...stationSns])
        .execute(),
    );
    const known = variables.get(tenantId) ?? new Map<string, Feed>();
    variables.set(tenantId, known);
    const stations = new Set(stationSns);
    for (const [sn, feed] of known) if (stations.has(feed.stationSn)) known.delete(sn);
    for (const { sn, stationSn } of rows) {
      const feed = feeds.get(keyOf(tenantId, stationSn));
      if (feed && sn !== null) known.set(sn, feed);
    }
  }

  function reloadSoon(tenantId: number): void {
    if (reloads.has(tenantId) || ofTenant(tenantId).length === 0) return;
    const again = (): void => {
      reloads.delete(tenantId);
      const stations = ofTenant(tenantId).map(({ stationSn }) => stationSn);
      if (stations.length === 0) return;
      readVariables(tenantId, stations).catch((error: unknown) => {
        log.warn('live views could not read their variables', { error: String(error) });
        reloadSoon(tenantId);
      });
    };
    reloads.set(tenantId, setTimeout(again, RELOAD_MS));
  }

  function hear(event: HubEvent): void {
    if (event.type === 'resync') {
      for (const tenantId of new Set([...feeds.values()].map((feed) => feed.tenantId))) reloadSoon(tenantId);
    } else if (event.type === 'entity') {
      if (event.entity === 'device' || event.entity === 'deviceVariable') reloadSoon(event.tenantId);
    } else if (event.type === 'points') {
      const known = variables.get(event.tenantId);
      if (!known || known.size === 0) return;
      for (const point of event.points) {
        const feed = known.get(point.sn);
        if (!feed || point.quality === BAD || point.ts < (feed.newest.get(point.sn)?.ts ?? -Infinity))
          continue;
        feed.newest.set(point.sn, point);
        soon(feed);
      }
    } else if (event.type === 'alarm') {
      const { tenantId, stationSn, alarmId, status } = event;
      const feed = feeds.get(keyOf(tenantId, stationSn));
      if (!feed || feed.alarms.length >= MAX_ALARMS) return;
      feed.alarms.push({ stationSn, alarmId, status });
      soon(feed);
    }
  }

  const unsubscribe = hub.subscribe(hear);

  function dropFeed(feed: Feed): void {
    if (feed.timer) clearTimeout(feed.timer);
    feeds.delete(keyOf(feed.tenantId, feed.stationSn));
    const known = variables.get(feed.tenantId);
    for (const [sn, owner] of known ?? []) if (owner === feed) known?.delete(sn);
  }

  return {
    async follow({ tenantId, stationSn }, listener) {
      const key = keyOf(tenantId, stationSn);
      let feed = feeds.get(key);
      if (!feed) {
        const made = { tenantId, stationSn, newest: new Map(), alarms: [], timer: null };
        feed = { ...made, listeners: new Set(), ready: Promise.resolve() };
        feeds.set(key, feed);
        feed.ready = readVariables(tenantId, [stationSn]);
      }
      const own = feed;
      own.listeners.add(listener);
      const leave = (): void => {
        own.listeners.delete(listener);
        if (own.listeners.size === 0 && feeds.get(key) === own) dropFeed(own);
      };
      await own.ready.catch((error: unknown) => {
        leave();
        throw error;
      });
      return leave;
    },
    async close() {
      unsubscribe();
      for (const timer of reloads.values()) clearTimeout(timer);
      for (const feed of [...feeds.values()]) dropFeed(feed);
    },
  };
}
