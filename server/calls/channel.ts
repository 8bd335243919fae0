import type { Calls } from '../../generated/calls.ts';
import { nearLang } from '../../runtime/core/text/lang.ts';
import { seen } from '../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../engine/context.ts';
import { inWordOrder } from '../platform/db/tables/wordOrder.ts';

export const channelCalls = {
  /** C695: the stations that the caller sees, with their collectors. */
  companyCollectors: (_input, { db, session, lang }) =>
    db.tenant(session.tenantId, async (trx) => {
      const tenant = await trx
        .selectFrom('tenant')
        .select(['id', 'name', 'nameEn'])
        .where('id', '=', session.tenantId)
        .executeTakeFirstOrThrow();
      const stations = await trx
        .selectFrom(seen(trx, session, 'station').as('s'))
        .select(['s.sn', 's.name'])
        .orderBy(inWordOrder('s.name'))
        .execute();
      const collectors = await trx
        .selectFrom(seen(trx, session, 'collectorDevice').as('c'))
        .select(['c.id', 'c.sn', 'c.name', 'c.channelSn', 'c.state', 'c.stationSn'])
        .orderBy(inWordOrder('c.name'))
        .execute();
      const byStation = Map.groupBy(collectors, ({ stationSn }) => stationSn);
      return [
        {
          companyId: tenant.id,
          name: nearLang(lang) === 'en' ? (tenant.nameEn ?? tenant.name) : tenant.name,
          stations: stations.map(({ sn, name }) => ({
            sn,
            name,
            collectors: (byStation.get(sn) ?? []).map(({ stationSn: _, ...collector }) => collector),
          })),
        },
      ];
    }),
} satisfies Partial<Calls<HandlerContext>>;
