import { useMemo } from 'react';
import type { PageDefinition } from '../../../generated/definition.ts';
import { entityRegistry } from '../../core/definitions/entities.ts';
import { listPageOf } from '../../core/definitions/pages.ts';
import { siteOf } from '../../core/definitions/site.ts';
import { pageAccess } from '../../kit/session/pageAccess.ts';
import { useSession } from '../../kit/session/session.ts';
import { isSitePage, useSiteStore } from '../../kit/session/site.ts';
import type { Condition } from '../query/group.ts';

export interface ListWay {
  page: PageDefinition;
  /** The filter by station, if the page does not limit its list to the station. */
  site: Condition | null;
  /** Called before the list opens. It then shows the station's records, or those of all stations. */
  follow(): void;
}

/** Returns the link to an entity's list. Null without an accessible list. With a station, the list is limited to it. */
export function useListWay(entityName: string | undefined, stationSn: string | null): ListWay | null {
  const session = useSession();
  const entity = entityRegistry.get(entityName ?? '');
  const page = entity ? listPageOf(entity.name, (one) => pageAccess(one, session) === 'open') : null;
  return useMemo(() => {
    if (!entity || !page) return null;
    const station = siteOf(entity);
    const narrows = station !== null && isSitePage(page);
    const own = stationSn !== null && !narrows;
    if (own && typeof station !== 'string') return null;
    return {
      page,
      site: own ? { field: station as string, op: 'in', value: [stationSn] } : null,
      follow() {
        if (!narrows) return;
        const sites = useSiteStore.getState();
        if (stationSn === null) sites.selectAll();
        else sites.select(stationSn);
      },
    };
  }, [entity, page, stationSn]);
}
