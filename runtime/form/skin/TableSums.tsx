import { decimalsOf, decimalText, parseDecimal, sumDecimals } from '../../core/numbers/decimal.ts';
import { MONEY_DECIMALS } from '../../core/numbers/money.ts';
import type { Values } from '../../core/rules/rule.ts';
import { useLang, useT } from '../../kit/i18n/index.ts';
import type { TableColumn } from '../model/heading.ts';
import { useDictionaries } from '../values/useDictionaries.ts';
import { valueText } from '../values/valueText.ts';

interface Props {
  columns: readonly TableColumn[];
  rows: readonly Values[];
  /** True if the rows have buttons at the end. */
  editable: boolean;
}

function sumOf(rows: readonly Values[], name: string): string {
  const sum = sumDecimals(rows.flatMap((row) => parseDecimal(String(row[name] ?? '')) ?? []));
  return decimalText(sum, Math.max(MONEY_DECIMALS, decimalsOf(sum)));
}

/** Shows the sums of the amounts, below the rows of a table. */
export function TableSums({ columns, rows, editable }: Props) {
  const t = useT();
  const lang = useLang();
  const dictionaries = useDictionaries();
  return (
    <tfoot>
      <tr>
        <th scope="row">{t('list.sum')}</th>
        {columns.map(({ name, title, sum }) => (
          <td key={name} data-label={sum && title} data-align={sum && 'end'}>
            {sum && (
              <span className="wd-figures">{valueText(sum, sumOf(rows, name), dictionaries, lang)}</span>
            )}
          </td>
        ))}
        {editable && <td />}
      </tr>
    </tfoot>
  );
}
