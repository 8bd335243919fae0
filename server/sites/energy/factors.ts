/**
 * The factors of the social contribution, each with its source. The tenant's factors override those of the platform.
 */

import type { Text } from '../../../generated/definition.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { recordsWhere } from '../../engine/access/scopedRecords.ts';
import type { TenantContent } from '../../engine/identity/seed.ts';
import type { ScopedTrx, Trx } from '../../platform/db/index.ts';

export const KINDS = ['co2', 'coal', 'tree'] as const;
export type ContributionKind = (typeof KINDS)[number];

export interface Factor {
  value: number;
  source: string;
  year: number;
}

const FACTORS: Readonly<Record<ContributionKind, Omit<Factor, 'source'> & { source: Text }>> = {
  co2: {
    value: 0.5306,
    source: {
      zh: '生态环境部、国家统计局《关于发布2023年电力二氧化碳排放因子的公告》，全国电力平均二氧化碳排放因子',
      en: 'Ministry of Ecology and Environment and National Bureau of Statistics of China, CO₂ emission factors of electricity 2023: national mean',
    },
    year: 2023,
  },
  coal: {
    value: 0.1229,
    source: {
      zh: 'GB/T 2589-2020《综合能耗计算通则》，电力（当量值）折标准煤系数',
      en: 'GB/T 2589-2020, General rules for calculation of the comprehensive energy consumption: electricity (equivalent value) to standard coal',
    },
    year: 2020,
  },
  tree: {
    value: 60,
    source: {
      zh: 'US EPA, Greenhouse Gas Equivalencies Calculator：城市树苗生长 10 年，0.060 t CO₂',
      en: 'US EPA, Greenhouse Gas Equivalencies Calculator: urban tree seedling grown for 10 years, 0.060 t CO₂',
    },
    year: 2024,
  },
};

const factorsIn = (lang: Lang): Record<ContributionKind, Factor> => {
  const factors = KINDS.map(
    (kind) => [kind, { ...FACTORS[kind], source: pickText(FACTORS[kind].source, lang) }] as const,
  );
  return Object.fromEntries(factors) as Record<ContributionKind, Factor>;
};

/** Returns the source of a factor. A built-in source is translated for the reader. A user's text is unchanged. */
function sourceIn(kind: ContributionKind, source: string, lang: Lang): string {
  const own = FACTORS[kind].source;
  return source === own.zh || source === own.en ? pickText(own, lang) : source;
}

/**
 * Adds or updates the platform's factors, because a later version may have newer values. Factors changed by users
 * remain.
 */
async function seedFactors(trx: Trx, tenantId: number, lang: Lang): Promise<void> {
  const factors = factorsIn(lang);
  await trx
    .insertInto('contributionFactor')
    .values(KINDS.map((kind) => ({ tenantId, kind, ...factors[kind] })))
    .onConflict((conflict) =>
      conflict
        .columns(['tenantId', 'kind'])
        .doUpdateSet((eb) => ({
          value: eb.ref('excluded.value'),
          source: eb.ref('excluded.source'),
          year: eb.ref('excluded.year'),
        }))
        .where('contributionFactor.version', '=', 1),
    )
    .execute();
}

const ENERGY_TYPES = [
  { code: 'electricity', name: '电', nameEn: 'Electricity', unit: 'kWh', icon: 'bolt' },
  { code: 'water', name: '水', nameEn: 'Water', unit: 'm³', icon: 'humidity' },
  { code: 'gas', name: '天然气', nameEn: 'Natural gas', unit: 'm³', icon: 'generator' },
] as const;

async function seedEnergyTypes(trx: Trx, tenantId: number): Promise<void> {
  await trx
    .insertInto('energyType')
    .values(ENERGY_TYPES.map((type, place) => ({ tenantId, ...type, sort: (place + 1) * 10 })))
    .execute();
}

export const energyContent: TenantContent = {
  async seed(trx, tenantId, lang) {
    await seedFactors(trx, tenantId, lang);
    await seedEnergyTypes(trx, tenantId);
  },
  async follow(trx, lang) {
    const tenants = await trx.selectFrom('tenant').select('id').orderBy('id').execute();
    for (const { id } of tenants) await seedFactors(trx, id, lang);
  },
};

export async function readFactors(trx: ScopedTrx, lang: Lang): Promise<Record<ContributionKind, Factor>> {
  const rows = await trx
    .selectFrom(recordsWhere(trx, 'contributionFactor', (eb) => eb.lit(true)).as('f'))
    .select(['kind', 'value', 'source', 'year'])
    .execute();
  const own = rows.map(({ kind, source, ...factor }) => [
    kind,
    { ...factor, source: sourceIn(kind as ContributionKind, source, lang) },
  ]);
  return { ...factorsIn(lang), ...Object.fromEntries(own) };
}
