/**
 * Creates the prices by which a demo station is settled with its customer: a share of the saving, and a feed-in
 * price.
 */
import type { AnyTrx } from '../../server/platform/db/tables/anyTable.ts';
import type { DemoStation } from './sites.ts';

const SHARE = 30;
const FEED_IN: Readonly<Record<string, number>> = { CNY: 0.391, MYR: 0.28, AUD: 0.06 };
const FEE: Readonly<Record<string, string>> = { CNY: '3600.00', MYR: '1900.00', AUD: '780.00' };

export const seedSettlePrices = (
  trx: AnyTrx,
  { tenantId, site, since, currency }: DemoStation,
): Promise<unknown> => {
  const all = { tenantId, stationSn: site.sn, effectiveFrom: since, currency };
  return trx
    .insertInto('settlePrice')
    .values([
      { ...all, kind: 'savingShare', share: SHARE, price: null, fee: null },
      { ...all, kind: 'feedIn', share: null, price: FEED_IN[currency] ?? 0, fee: null },
      { ...all, kind: 'serviceFee', share: null, price: null, fee: FEE[currency] ?? '0.00' },
    ])
    .execute();
};
