import { sql } from 'kysely';
import type { Calls } from '../../generated/calls.ts';
import { engineContext } from '../engine/access/engine.ts';
import { seen } from '../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../engine/context.ts';
import type { ScopedTrx } from '../platform/db/index.ts';
import { inWordOrder } from '../platform/db/tables/wordOrder.ts';
import { AppError } from '../platform/errors/errors.ts';
import { stationsOverview } from '../sites/overview/overview.ts';
import {
  closedRoutes,
  menuNodes,
  openEntries,
  setSiteMenu,
  wholeMenu,
} from '../sites/siteAccess/siteMenu.ts';
import { type OpenStation, openStation } from '../sites/stations/open.ts';

const DEFAULT_SIZE = 10;

/** Runs a function for the station with this id. Throws unless the caller may open the station. */
const atSite = <T>(
  ctx: HandlerContext,
  siteId: number,
  run: (trx: ScopedTrx, site: OpenStation) => Promise<T>,
): Promise<T> =>
  ctx.db.tenant(ctx.session.tenantId, async (trx) => run(trx, await openStation(trx, ctx, { id: siteId })));

const readStations = (trx: ScopedTrx, { session }: HandlerContext) =>
  trx
    .selectFrom(seen(trx, session, 'station').as('s'))
    .select(['s.id as siteId', 's.name', 's.sn as stationSn'])
    .orderBy(inWordOrder('s.name'))
    .orderBy('s.id');

export const emsAccessCalls = {
  emsStationIds: (_input, { db, session }) =>
    db.tenant(session.tenantId, async (trx) => {
      const rows = await trx
        .selectFrom(seen(trx, session, 'station').as('s'))
        .select('s.id')
        .orderBy('s.id')
        .execute();
      return rows.map(({ id }) => id);
    }),

  async emsSites({ query, body: { keyword, stationSn, status } }, ctx) {
    const { db, session } = ctx;
    const { tenantId = session.tenantId, current = 1, size = DEFAULT_SIZE } = query;
    if (tenantId !== session.tenantId) throw new AppError('http.forbidden');
    return db.tenant(tenantId, async (trx) => {
      let stations = readStations(trx, ctx);
      if (stationSn !== undefined) stations = stations.where('s.sn', '=', stationSn);
      if (keyword) {
        const words = keyword.toLowerCase();
        stations = stations.where(({ or, eb }) =>
          or([
            eb(sql<number>`strpos(lower(s.name), ${words})`, '>', 0),
            eb(sql<number>`strpos(lower(s.sn), ${words})`, '>', 0),
          ]),
        );
      }
      const found = await stations.execute();
      const states =
        status === undefined
          ? null
          : new Map(
              (await stationsOverview(trx, session)).map((one) => [one.sn, one.communicationStatus] as const),
            );
      const records = states ? found.filter((site) => states.get(site.stationSn) === status) : found;
      const from = (current - 1) * size;
      return { records: records.slice(from, from + size), total: records.length, current, size };
    });
  },

  emsLinkedStations: ({ body: { siteIds } }, ctx) =>
    ctx.db.tenant(ctx.session.tenantId, async (trx) => {
      if (siteIds.length === 0) return [];
      const rows = await readStations(trx, ctx).where('s.id', 'in', siteIds).execute();
      return rows.map((row) => ({ ...row, stationId: row.siteId }));
    }),

  siteEmsMenuFlat: ({ query: { siteId } }, ctx) =>
    atSite(ctx, siteId, (trx, site) => openEntries(trx, site, ctx.session)),

  siteEmsMenuOpen: ({ query: { siteId } }, ctx) =>
    atSite(ctx, siteId, async (trx, site) => {
      const entries = await openEntries(trx, site, ctx.session);
      return menuNodes(entries, new Set(entries.map(({ id }) => id)));
    }),

  siteEmsMenuTree: ({ body: { siteId } }, ctx) => atSite(ctx, siteId, wholeMenu),

  async siteEmsMenuSet({ body: { siteId, menuIds } }, ctx) {
    const found = await atSite(ctx, siteId, async (trx) => {
      const row = await trx
        .selectFrom(seen(trx, ctx.session, 'siteEmsMenu', 'update').as('s'))
        .select('s.id')
        .where('s.siteId', '=', siteId)
        .executeTakeFirst();
      return row?.id ?? null;
    });
    await setSiteMenu(engineContext(ctx), found, siteId, menuIds);
    return { siteId, menuIds };
  },

  siteClosedRoutes: ({ query: { siteId } }, ctx) => atSite(ctx, siteId, closedRoutes),
} satisfies Partial<Calls<HandlerContext>>;
