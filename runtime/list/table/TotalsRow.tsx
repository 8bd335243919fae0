import type { EntityDefinition } from '../../../generated/definition.ts';
import { dictionaries } from '../../core/definitions/dictionaries.ts';
import type { Lang } from '../../core/format.ts';
import { value_text } from '../../form/shown/valueText.ts';
import { useLang, useT } from '../../i18n/index.ts';
import { list_field } from '../fields.ts';
import { ROLES, type RowPlan } from './plan.ts';

/** By field, over everything that the filter selects. */
export type Sums = Readonly<Record<string, number | string | null>>;

interface Props {
  entity: EntityDefinition;
  plan: RowPlan;
  sums: Sums;
}

export const sum_text = (entity: EntityDefinition, name: string, sums: Sums, lang: Lang): string =>
  value_text(list_field(entity, name), sums[name], dictionaries, lang);

/** The sums of what the filter selects, not of the page only; stays in sight under the rows. */
export function TotalsRow({ entity, plan, sums }: Props) {
  const t = useT();
  const lang = useLang();
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
            {name in sums && sum_text(entity, name, sums, lang)}
          </td>
        ))}
        <td className="wd-table-menu" data-pin="end" role={plan.role} />
      </tr>
    </tfoot>
  );
}
