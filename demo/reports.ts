/**
 * Creates the report groups of a demo station. Their creation dates are in the past, so that yearly and
 * weekly reports are due soon.
 */
import type { SourceLang } from '../runtime/core/text/lang.ts';
import type { Row } from '../server/platform/db/tables/anyTable.ts';
import { startHistory } from './simulator/schedule.ts';
import type { DemoStation } from './sites/sites.ts';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;

/** Days back to the first report month. The first month of data is not complete. */
const MONTHS_FROM_DAYS = 32;

export function demoReportGroups({ site }: DemoStation, lang: SourceLang, now: number): Row[] {
  const sns = (codes: readonly string[]) => codes.map((code) => `${site.sn}-${code}`);
  const inverters = site.arrays.map(({ device }) => `${device}-energy`);
  const monthly = startHistory(now) + MONTHS_FROM_DAYS * DAY_MS;
  const named = (zh: string, en: string) => (lang === 'zh' ? zh : en);
  return [
    {
      ...{
        stationSn: site.sn,
        name: named('月度电量报表', 'Monthly energy report'),
        method: 'DIFF',
        period: 'MONTH',
      },
      sns: JSON.stringify(
        sns([
          'METER-importEnergy',
          'METER-exportEnergy',
          ...inverters,
          'PCS-chargeEnergy',
          'PCS-dischargeEnergy',
          'LOAD-energy',
        ]),
      ),
      createdAt: new Date(monthly).toISOString(),
    },
    {
      ...{
        stationSn: site.sn,
        name: named('每日最大功率', 'Highest power of the day'),
        method: 'MAX',
        period: 'DAY',
      },
      sns: JSON.stringify(sns(['METER-power', 'METER-demand', 'LOAD-power', 'EMS-pvPower', 'TR-load'])),
      createdAt: new Date(now - WEEK_DAYS * DAY_MS).toISOString(),
    },
  ];
}
