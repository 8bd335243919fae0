/** The sheet with the totals of the exported records, separately for each currency. */

import { type RawBuilder, sql } from 'kysely';
import type { Text } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import type { AnyTrx } from '../../platform/db/tables/anyTable.ts';
import { columnsOf, fieldsOf } from '../entities/columns.ts';
import type { TableWriter } from './file/tableWrite.ts';
import { headingOf } from './headings.ts';
import type { ExportContext, Selected, SheetPlan, SumOf } from './sheetPlan.ts';

const SUMMED = ['number', 'integer', 'decimal'];
const TITLES: Record<'sheet' | 'of' | 'what' | 'currency' | 'sum', Text> = {
  sheet: { zh: '合计', en: 'Totals' },
  of: { zh: '数据', en: 'Records' },
  what: { zh: '项目', en: 'Field' },
  currency: { zh: '币种', en: 'Currency' },
  sum: { zh: '合计', en: 'Total' },
};
const [WIDE, NARROW, AMOUNT] = [24, 10, 18];

/** Plans the sums. Null if the list has no sums that the caller may see. */
export function planSums(entity: Entity, selected: Selected, { session }: Pick<ExportContext, 'session'>) {
  const columns = columnsOf(entity, session);
  const fields = (entity.list.totals ?? []).filter((name) => SUMMED.includes(columns.get(name) ?? ''));
  if (fields.length === 0) return null;
  return async (trx: AnyTrx): Promise<SumOf[]> => {
    const sums: SumOf[] = [];
    for (const field of fields) {
      const currencyField = fieldsOf(entity)[field]?.['x-currency'];
      const currency: RawBuilder<string | null> =
        currencyField && columns.has(currencyField) ? sql`${sql.ref(currencyField)}` : sql`null::text`;
      const rows = (await selected(trx)
        .where(field, 'is not', null)
        .select([currency.as('currency'), sql<number>`sum(${sql.ref(field)})::float8`.as('sum')])
        .groupBy(currency)
        .orderBy(currency)
        .execute()) as Omit<SumOf, 'field'>[];
      sums.push(...rows.map((row) => ({ field, ...row })));
    }
    return sums;
  };
}

/** Writes no sheet if there are no sums. */
export async function writeTotals(
  trx: AnyTrx,
  sheets: readonly SheetPlan[],
  table: TableWriter,
  lang: Lang,
): Promise<void> {
  if (sheets.every(({ sums }) => sums === null)) return;
  const column = (name: keyof typeof TITLES, width: number) => ({
    title: pickText(TITLES[name], lang),
    width,
  });
  await table.next(pickText(TITLES.sheet, lang), [
    column('of', WIDE),
    column('what', WIDE),
    column('currency', NARROW),
    column('sum', AMOUNT),
  ]);
  for (const { entity, sums } of sheets)
    for (const { field, currency, sum } of (await sums?.(trx)) ?? []) {
      const style = fieldsOf(entity)[field]?.format === 'money' ? 'money' : 'number';
      await table.row([
        pickText(entity.title, lang),
        headingOf(entity, field, lang),
        currency,
        { value: sum, style },
      ]);
    }
}
