/** The selected site. Each window keeps its own; a new window begins with the last one chosen. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { Data } from '../../../generated/calls.ts';
import { call } from '../api/client.ts';
import { readLocal, readSession, writeLocal, writeSession } from '../browser/storage.ts';
import { useSession } from './session.ts';

export type Station = Data<'stationsByDept'>[number];

export interface SiteState {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Null until the stations are known, and when there is none. */
  stationSn: string | null;
  stations: readonly Station[];
  select(stationSn: string): void;
  load(): Promise<void>;
}

const key = () => `EMS-site-${useSession.getState().tenantId}`;

/** The remembered site while it still exists, otherwise the first. */
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
  select(stationSn) {
    writeSession(key(), stationSn);
    writeLocal(key(), stationSn);
    set({ stationSn });
  },
  async load() {
    const tenantId = useSession.getState().tenantId;
    if (get().status === 'idle') set({ status: 'loading' });
    try {
      const stations = await call('stationsByDept', {}, { quiet: true });
      // The tenant may have changed on the way.
      if (tenantId !== useSession.getState().tenantId) return;
      const remembered = get().stationSn ?? readSession(key()) ?? readLocal(key());
      set({ status: 'ready', stations, stationSn: chooseStation(stations, remembered) });
    } catch {
      if (tenantId === useSession.getState().tenantId) set({ status: 'failed' });
    }
  },
}));

useSession.subscribe((now, before) => {
  if (now.tenantId !== before.tenantId) {
    useSiteStore.setState({ status: 'idle', stationSn: null, stations: [] });
  }
});

/** The site store; the stations are fetched by whoever first looks. */
export function useSite(): SiteState {
  const site = useSiteStore();
  const { status, load } = site;
  useEffect(() => {
    if (status === 'idle') void load();
  }, [status, load]);
  return site;
}

export function useStation(): Station | null {
  const { stations, stationSn } = useSite();
  return stations.find(({ sn }) => sn === stationSn) ?? null;
}
