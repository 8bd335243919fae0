/** The VAT rates of a new tenant. The tenant can change, end and add rates. */
import type { TenantContent } from '../engine/identity/seed.ts';
import type { Trx } from '../platform/db/index.ts';

const RATES = [13, 9, 6, 3, 1, 0] as const;

const TAX_RATES = [
  ...RATES.map((rate) => ({ code: `${rate}`, name: `${rate}%`, nameEn: `${rate}%`, rate, exempt: false })),
  { code: 'exempt', name: '免税', nameEn: 'Exempt', rate: 0, exempt: true },
];

async function seedTaxRates(trx: Trx, tenantId: number): Promise<void> {
  await trx
    .insertInto('taxRate')
    .values(TAX_RATES.map((one) => ({ tenantId, enabled: true, ...one })))
    .execute();
}

export const taxContent: TenantContent = {
  seed: seedTaxRates,
  /** Adds the rates to tenants that were created before rates existed. Deleted rates are not created again. */
  async follow(trx) {
    const without = await trx
      .selectFrom('tenant')
      .select('id')
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('taxRate').select('id').whereRef('taxRate.tenantId', '=', 'tenant.id'))),
      )
      .orderBy('id')
      .execute();
    for (const { id } of without) await seedTaxRates(trx, id);
  },
};
