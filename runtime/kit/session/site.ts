/** The selected site of this window. A new window starts with the site selected last. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { Data } from '../../../generated/calls.ts';
import type { PageDefinition } from '../../../generated/definition.ts';
import { call } from '../api/client.ts';
import { readLocal, readSession, writeLocal, writeSession } from '../browser/storage.ts';
import { useSession } from './session.ts';

export type Station = Data<'stationsByDept'>[number];

export interface SiteState {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Null before the stations are loaded, and without stations. */
  stationSn: string | null;
  stations: readonly Station[];
  /** True to list the records of all stations. Other pages still use the selected station. */
  all: boolean;
  /** Names of opened pages whose lists are limited to the station. */
  lists: ReadonlySet<string>;
  select(stationSn: string): void;
  selectAll(): void;
  noteList(pageName: string): void;
  load(): Promise<void>;
}

const key = () => `EMS-site-${useSession.getState().tenantId}`;
const allKey = () => `${key()}-all`;

/** Returns the stored site if it exists, otherwise the first. */
export function chooseStation(
  stations: readonly Pick<Station, 'sn'>[],
  remembered: string | null,
): string | null {
  return stations.find(({ sn }) => sn === remembered)?.sn ?? stations[0]?.sn ?? null;
}

export const useSiteStore = create<SiteState>((set, get) => ({
  status: 'idle',
  stationSn: null,
  stations: [],
  all: false,
  lists: new Set(),
  select(stationSn) {
    writeSession(key(), stationSn);
    writeSession(allKey(), '');
    writeLocal(key(), stationSn);
    set({ stationSn, all: false });
  },
  selectAll() {
    writeSession(allKey(), '1');
    set({ all: true });
  },
  noteList(pageName) {
    if (!get().lists.has(pageName)) set({ lists: new Set([...get().lists, pageName]) });
  },
  async load() {
    const { tenantId, can } = useSession.getState();
    if (get().status === 'idle') set({ status: 'loading' });
    try {
      const stations = can('station:list') ? await call('stationsByDept', {}, { quiet: true }) : [];
      // The tenant may have changed during the request.
      if (tenantId !== useSession.getState().tenantId) return;
      const remembered = get().stationSn ?? readSession(key()) ?? readLocal(key());
      set({
        status: 'ready',
        stations,
        stationSn: chooseStation(stations, remembered),
        all: readSession(allKey()) === '1',
      });
    } catch {
      if (tenantId === useSession.getState().tenantId) set({ status: 'failed' });
    }
  },
}));

useSession.subscribe((now, before) => {
  if (now.tenantId !== before.tenantId) {
    useSiteStore.setState({ status: 'idle', stationSn: null, stations: [], all: false });
  }
});

/** Returns the site store. The first use loads the stations. */
export function useSite(): SiteState {
  const site = useSiteStore();
  const { status, load } = site;
  useEffect(() => {
    if (status === 'idle') void load();
  }, [status, load]);
  return site;
}

const SITE_PATHS = '/main/ems/map/';

/** Returns whether the page belongs to a station, by its definition, or otherwise by its address. */
export const isSitePage = (page: Pick<PageDefinition, 'route' | 'flags'>): boolean =>
  page.flags?.site ?? page.route.startsWith(SITE_PATHS);

/**
 * Returns the use of the selected station on a page. `one`: the page shows this station. `records`: its list
 * or report is limited to the station. Null: the page does not use it. Lists report their use, because their
 * entity is not known earlier.
 */
export function useSiteUse(page: PageDefinition | null): 'one' | 'records' | null {
  const narrows = useSiteStore(({ lists }) => page !== null && lists.has(page.name));
  if (page === null || !isSitePage(page)) return null;
  if (!['list', 'report', 'blocks'].includes(page.kind)) return 'one';
  return narrows ? 'records' : null;
}

/** Returns the station that limits a list or report. Undefined while unknown, null for all stations. */
export function useListStation(page: PageDefinition, hasStation: boolean): string | null | undefined {
  const { status, stationSn, all, load, noteList } = useSiteStore();
  const isNarrow = hasStation && isSitePage(page);
  useEffect(() => {
    if (!isNarrow) return;
    noteList(page.name);
    if (status === 'idle') void load();
  }, [isNarrow, page.name, noteList, status, load]);
  if (!isNarrow || status === 'failed' || all) return null;
  return status === 'ready' ? stationSn : undefined;
}

export function useStation(): Station | null {
  const { stations, stationSn } = useSite();
  return stations.find(({ sn }) => sn === stationSn) ?? null;
}
