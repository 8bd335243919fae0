/**
 * An observer may read chosen stations by chosen entries of the EMS menu until a day, and cannot change anything. The
 * permissions are derived from the pages of these entries. They replace those of the roles, so that they apply to every
 * kind of access.
 */
import { sql } from 'kysely';
import type { PageDefinition } from '../../../generated/definition.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import '../../../runtime/core/definitions/builtPages.ts';
import { pageRegistry } from '../../../runtime/core/definitions/pages.ts';
import { siteOf } from '../../../runtime/core/definitions/site.ts';
import type { Narrowing } from '../../engine/access/narrowing.ts';
import { type MenuEntry, sortPages } from './emsMenus.ts';

/**
 * Entities that observers can read at each of their stations, whatever their menu entries. Boards and figures use
 * these records.
 */
const OF_EVERY_STATION = ['station', 'stationCapacity', 'device', 'deviceVariable', 'energyLabel'];
const READS = ['list', 'get', 'export'];

interface Observed {
  stations: readonly string[];
  menus: readonly number[];
  entries: readonly MenuEntry[];
}

/** The last day of an observer ends in the time zone of each station. */
const OBSERVED = sql<Observed | null>`(
  select jsonb_build_object(
    'stations', coalesce((
      select jsonb_agg(s.sn) from station s
       where s.tenant_id = o.tenant_id and o.station_sns @> to_jsonb(s.sn)
         and (o.until is null or now() < (o.until + 1)::timestamp at time zone s.time_zone)), '[]'),
    'menus', o.menus,
    'entries', coalesce((
      select jsonb_agg(jsonb_build_object('id', m.id, 'parentId', m.parent_id, 'route', m.route))
        from ems_menu m where m.tenant_id = o.tenant_id), '[]'))
    from ems_observer o where o.tenant_id = p.tenant_id and o.user_id = p.id)`;

/** Returns the read permissions that a page requires. Observers never read records without a station. */
function keysOf({ entity, permission }: PageDefinition): string[] {
  const about = entity === undefined ? undefined : entityRegistry.get(entity);
  if (about) return siteOf(about) === null ? [] : READS.map((action) => `${about.name}:${action}`);
  return permission !== undefined && READS.some((action) => permission.endsWith(`:${action}`))
    ? [permission]
    : [];
}

/** Returns the observer's permissions for these entries, all limited to the observed stations. */
export const observerKeys = (pages: readonly PageDefinition[]): string[] => [
  ...new Set(
    [
      ...OF_EVERY_STATION.flatMap((name) => READS.map((action) => `${name}:${action}`)),
      ...pages.flatMap(keysOf),
    ].map((key) => `${key}@site`),
  ),
];

export const listObservedPages = ({
  menus,
  entries,
}: Pick<Observed, 'menus' | 'entries'>): PageDefinition[] =>
  sortPages(pageRegistry.all(), entries, menus).open;

export const observing: Narrowing<Observed> = {
  found: OBSERVED,
  entities: ['emsObserver', 'emsMenu'],
  rights: (observed) => {
    const pages = observed.stations.length === 0 ? [] : listObservedPages(observed);
    return {
      admin: false,
      permissions: new Set(observed.stations.length === 0 ? [] : observerKeys(pages)),
      departments: [],
      stations: observed.stations,
      fieldRules: new Map(),
      readOnly: true,
      routes: pages.map(({ route }) => route),
    };
  },
};
