import type { EntityDefinition } from '../../../generated/definition.ts';
import { dictionaries } from '../../core/definitions/dictionaries.ts';
import type { Lang } from '../../core/text/lang.ts';
import { currencyText } from '../../form/values/currency.ts';
import { valueText } from '../../form/values/valueText.ts';
import { useLang, useT } from '../../kit/i18n/index.ts';
import { ROLES } from '../../kit/table/cells.ts';
import { listField } from '../../record/query/fields.ts';
import type { RowPlan } from './plan.ts';
import './rows.css';

/** Sums by field over all matches of the filter. Amounts have one sum for each currency. */
export type Sums = Readonly<Record<string, number | string | null | readonly CurrencySum[]>>;

interface CurrencySum {
  currency: string | null;
  sum: string;
}

interface Props {
  entity: EntityDefinition;
  plan: RowPlan;
  sums: Sums;
  /** Returns whether the column header shows the currency. */
  isHeaded(name: string): boolean;
}

function sumTexts(
  entity: EntityDefinition,
  name: string,
  { sums, isHeaded = false }: Pick<SumProps, 'sums' | 'isHeaded'>,
  lang: Lang,
): string[] {
  const field = isHeaded ? { ...listField(entity, name), 'x-unit': '' } : listField(entity, name);
  const sum = sums[name];
  if (typeof sum !== 'object' || sum === null || sum.length === 0)
    return [valueText(field, typeof sum === 'object' ? null : sum, dictionaries, lang)];
  const named = listField(entity, field['x-currency'] ?? '');
  return sum.map((sum) => {
    const unit = isHeaded ? '' : currencyText(named, sum.currency, dictionaries, lang);
    return valueText({ ...field, 'x-unit': unit }, sum.sum, dictionaries, lang);
  });
}

interface SumProps {
  entity: EntityDefinition;
  name: string;
  sums: Sums;
  /** True if the column header shows the currency. */
  isHeaded?: boolean;
}

/** Shows a sum, or several sums with different currencies. */
export function SumText({ entity, name, ...shown }: SumProps) {
  const lang = useLang();
  return sumTexts(entity, name, shown, lang).map((text) => (
    <span className="wd-table-sum" key={text}>
      {text}
    </span>
  ));
}

/** Shows the sums of all matches of the filter, not only of the page. The row is sticky at the bottom. */
export function TotalsRow({ entity, plan, sums, isHeaded }: Props) {
  const t = useT();
  const [lead, ...columns] = plan.columns;
  return (
    <tfoot {...ROLES.group}>
      <tr {...ROLES.row}>
        {plan.selectable && <td className="wd-table-check" data-pin="start" role={plan.role} />}
        {plan.details && <td className="wd-table-more" data-pin="start" role={plan.role} />}
        <th {...ROLES.rowHead} scope="row" {...lead!.frame}>
          {t('list.sum')}
        </th>
        {columns.map(({ name, frame }) => (
          <td key={name} {...frame} role={plan.role} data-align="end">
            {name in sums && <SumText {...{ entity, name, sums }} isHeaded={isHeaded(name)} />}
          </td>
        ))}
        <td className="wd-table-menu" data-pin="end" role={plan.role} />
      </tr>
    </tfoot>
  );
}
