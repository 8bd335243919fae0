/** Creates the transformer of a demo station, with the meter of its load and the monitor of its temperatures. */
import type { SourceLang } from '../../runtime/core/text/lang.ts';
import type { AnyTrx } from '../../server/platform/db/tables/anyTable.ts';
import type { DemoStation } from './sites.ts';

const NAME = { zh: '1 号主变', en: 'Main transformer 1' };
const REMARK = {
  zh: '室外油浸式，年度预试于三月。',
  en: 'Outdoor, oil-immersed. Preventive tests each March.',
};
const LOW_KV = 0.4;
const VOLTS = 1000;

/** Losses of this class of transformers, as parts of the rated power. */
const NO_LOAD = 0.00085;
const LOAD = 0.0092;
const IMPEDANCE = 6;

const rounded = (value: number): number => Math.round(value * VOLTS) / VOLTS;

export const seedTransformer = (
  trx: AnyTrx,
  { tenantId, site, since }: DemoStation,
  lang: SourceLang,
): Promise<unknown> => {
  const { transformer, voltage } = site.grid;
  return trx
    .insertInto('transformer')
    .values({
      ...{
        tenantId,
        stationSn: site.sn,
        name: NAME[lang],
        model: `S22-M-${transformer}`,
        rating: transformer,
      },
      ...{
        primaryVoltage: voltage / VOLTS,
        secondaryVoltage: LOW_KV,
        vectorGroup: 'Dyn11',
        impedance: IMPEDANCE,
      },
      ...{ noLoadLoss: rounded(transformer * NO_LOAD), loadLoss: rounded(transformer * LOAD), loadLimit: 95 },
      ...{ deviceSn: `${site.sn}-TR`, meterSns: JSON.stringify([`${site.sn}-METER`]), commissioned: since },
      remark: REMARK[lang],
    })
    .execute();
};
