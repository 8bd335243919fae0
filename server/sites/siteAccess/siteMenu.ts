/** The EMS menu entries of a station, and the entries that the user may open. */
import type { Data } from '../../../generated/calls.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import '../../../runtime/core/definitions/builtPages.ts';
import { isBelow, pageRegistry } from '../../../runtime/core/definitions/pages.ts';
import { recordsWhere } from '../../engine/access/scopedRecords.ts';
import type { CallContext, Session } from '../../engine/context.ts';
import { createRecord, updateRecord } from '../../engine/entities/write/write.ts';
import { isPageOpen } from '../../engine/identity/people/menu.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import type { OpenStation, StationKey } from '../stations/open.ts';
import { listOpenEntries, sortPages } from './emsMenus.ts';

type Entry = Data<'siteEmsMenuFlat'>[number];
type Node = Data<'siteEmsMenuTree'>[number];

async function readEntries(trx: ScopedTrx): Promise<Entry[]> {
  const rows = await trx
    .selectFrom(recordsWhere(trx, 'emsMenu', (eb) => eb.lit(true)).as('m'))
    .select(['m.id', 'm.parentId', 'm.name', 'm.nameEn', 'm.route', 'm.icon', 'm.sort'])
    .orderBy('m.sort')
    .orderBy('m.id')
    .execute();
  return rows.map(({ sort, nameEn, ...entry }) => ({
    ...entry,
    title: { zh: entry.name, en: nameEn || entry.name },
    order: sort ?? 0,
  }));
}

/** Returns the entries of a station, by default all of them. */
async function readChosen(trx: ScopedTrx, { id }: StationKey, entries: readonly Entry[]): Promise<number[]> {
  const row = await trx
    .selectFrom(recordsWhere(trx, 'siteEmsMenu', (eb) => eb('siteId', '=', id)).as('s'))
    .select('s.menuIds')
    .executeTakeFirst();
  return row ? ((row.menuIds as number[] | null) ?? []) : entries.map((entry) => entry.id);
}

/** Returns the addresses below which the station has no pages. */
export async function closedRoutes(trx: ScopedTrx, site: OpenStation): Promise<string[]> {
  const entries = await readEntries(trx);
  const chosen = await readChosen(trx, site, entries);
  return sortPages(pageRegistry.all(), entries, chosen).closed.map(({ route }) => route);
}

/** Returns the entries with a page that the station has and the user may open. */
export async function openEntries(trx: ScopedTrx, site: OpenStation, session: Session): Promise<Entry[]> {
  const entries = await readEntries(trx);
  const chosen = await readChosen(trx, site, entries);
  const { open } = sortPages(pageRegistry.all(), entries, chosen);
  const pages = open.filter((page) => isPageOpen(page, session));
  return entries.filter(({ route }) => pages.some((page) => isBelow(page.route, route)));
}

/** Returns the tree. An entry without its parent in the list is at the top. */
export function menuNodes(entries: readonly Entry[], checked: ReadonlySet<number>): Node[] {
  const ids = new Set(entries.map(({ id }) => id));
  const byParent = Map.groupBy(entries, ({ parentId }) =>
    parentId !== null && ids.has(parentId) ? parentId : null,
  );
  const below = (parent: number | null): Node[] =>
    (byParent.get(parent) ?? []).map((entry) => ({
      ...entry,
      checked: checked.has(entry.id),
      children: below(entry.id),
    }));
  return below(null);
}

export async function wholeMenu(trx: ScopedTrx, site: OpenStation): Promise<Node[]> {
  const entries = await readEntries(trx);
  return menuNodes(entries, listOpenEntries(entries, await readChosen(trx, site, entries)));
}

/** C037: saves the menu of a station. Its record is created at the first change. */
export async function setSiteMenu(
  ctx: CallContext,
  found: number | null,
  siteId: number,
  menuIds: readonly number[],
): Promise<void> {
  const entity = entityOf('siteEmsMenu');
  if (found === null) await createRecord(ctx, entity, { siteId, menuIds });
  else await updateRecord(ctx, entity, found, null, { menuIds });
}
