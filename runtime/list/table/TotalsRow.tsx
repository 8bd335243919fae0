import type { EntityDefinition } from '../../../generated/definition.ts';
import { dictionaries } from '../../core/definitions/dictionaries.ts';
import { value_text } from '../../form/shown/valueText.ts';
import { useLang, useT } from '../../i18n/index.ts';
import { list_field } from '../fields.ts';
import { pinned_end, pinned_start, type RowPlan } from './plan.ts';

/** By field, over everything that the filter selects. */
export type Sums = Readonly<Record<string, number | string | null>>;

interface Props {
  entity: EntityDefinition;
  plan: RowPlan;
  sums: Sums;
}

/** The sums of what the filter selects, not of the page only; stays in sight under the rows. */
export function TotalsRow({ entity, plan, sums }: Props) {
  const t = useT();
  const lang = useLang();
  const [lead, ...start] = plan.start;
  const cell = (name: string) =>
    name in sums ? value_text(list_field(entity, name), sums[name], dictionaries, lang) : null;
  return (
    <tfoot>
      <tr>
        {plan.selectable && <td className="wd-table-check" data-pin="start" />}
        {plan.details !== null && (
          <td className="wd-table-more" data-pin="start" style={{ insetInlineStart: plan.details }} />
        )}
        <th key={lead} scope="row" data-pin="start" style={pinned_start(0)}>
          {t('list.sum')}
        </th>
        {start.map((name, at) => (
          <td key={name} data-align="end" data-pin="start" style={pinned_start(at + 1)}>
            {cell(name)}
          </td>
        ))}
        {plan.gaps && <td aria-hidden className="wd-table-gap" />}
        {plan.center.map((name) => (
          <td key={name} data-align="end">
            {cell(name)}
          </td>
        ))}
        {plan.gaps && <td aria-hidden className="wd-table-gap" />}
        {plan.end.map((name, at) => (
          <td key={name} data-align="end" data-pin="end" style={pinned_end(at)}>
            {cell(name)}
          </td>
        ))}
        <td className="wd-table-menu" data-pin="end" />
      </tr>
    </tfoot>
  );
}
