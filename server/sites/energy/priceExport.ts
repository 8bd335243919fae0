/** C146: exports the prices of a station as a table with one line per period and tariff. */

import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { csvCell } from '../../engine/excel/file/tableWrite.ts';
import type { Tariff } from './priceClock.ts';

const HEADINGS = [
  { zh: '电费类型', en: 'Charge type' },
  { zh: '生效日期', en: 'In force from' },
  { zh: '开始', en: 'From' },
  { zh: '结束', en: 'To' },
  { zh: '时段类型', en: 'Band' },
  { zh: '单价', en: 'Price' },
  { zh: '币种', en: 'Currency' },
] as const;

const BY_HOUR = { zh: '逐时电价', en: 'By the hour' } as const;

export interface NamedTariff extends Tariff {
  /** Title for users. */
  title: string;
}

/** Writes the prices as CSV. Spreadsheets detect UTF-8 by the byte order mark. */
export function pricesCsv(
  tariffs: readonly NamedTariff[],
  lang: Lang,
  bandTitle: (band: string) => string,
): string {
  const rows = tariffs.flatMap(
    ({ title, effectiveFrom, currency, price, periods, priceVariable, entered }) => {
      const line = (start: string, end: string, band: string, amount: number) =>
        [title, effectiveFrom, start, end, band, { value: amount, style: 'number' } as const, currency].map(
          csvCell,
        );
      return [
        ...(periods ?? []).map((period) =>
          line(period.start, period.end, bandTitle(period.band), period.price),
        ),
        ...(price === null ? [] : [line('', '', '', price)]),
        ...(priceVariable || entered
          ? [
              [title, effectiveFrom, '', '', pickText(BY_HOUR, lang), priceVariable ?? '', currency].map(
                csvCell,
              ),
            ]
          : []),
      ];
    },
  );
  return `\uFEFF${[HEADINGS.map((one) => pickText(one, lang)), ...rows].map((row) => row.join(',')).join('\r\n')}\r\n`;
}
