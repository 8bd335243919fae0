/** Hides EMS pages from the menu that the selected station lacks. Opening such a page explains the reason. */
import { useQuery } from '@tanstack/react-query';
import { isBelow } from '../../core/definitions/pages.ts';
import { call } from '../api/client.ts';
import { queryClient } from './queryClient.ts';
import { isSitePage, useSiteStore } from './site.ts';

const FRESH_MS = 60_000;
const NONE: readonly string[] = [];

/** Returns whether the station lacks the page at an address. Requests start after a station is selected. */
export function useClosedPages(): (route: string) => boolean {
  const siteId = useSiteStore(({ stations, stationSn }) => stations.find(({ sn }) => sn === stationSn)?.id);
  const { data: routes = NONE } = useQuery(
    {
      queryKey: ['records', 'siteEmsMenu', 'closed', siteId],
      queryFn: () => call('siteClosedRoutes', { query: { siteId: Number(siteId) } }, { quiet: true }),
      enabled: siteId !== undefined,
      staleTime: FRESH_MS,
    },
    queryClient,
  );
  return (route) => isSitePage({ route }) && routes.some((above) => isBelow(route, above));
}
