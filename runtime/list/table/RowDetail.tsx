import type { EntityDefinition } from '../../../generated/definition.ts';
import { fieldTypeOf } from '../../fieldTypes/index.ts';
import { ShownValue } from '../../form/shown/ShownValue.tsx';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { ROLES } from '../../kit/table/cells.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { listField } from '../../record/query/fields.ts';

import { detailSections } from './rowDetail.ts';

interface Props {
  entity: EntityDefinition;
  record: ListRecord;
  columns: readonly string[];
  role: 'cell' | 'gridcell';
  /** The visible width of the table. Horizontal scrolling does not move the details. */
  room: number;
  /** Index of the line in the table. */
  index: number;
  measure: ((row: HTMLElement | null) => void) | undefined;
}

export const detailId = (entity: EntityDefinition, id: number): string => `wd-detail-${entity.name}-${id}`;

/** Shows the fields without a column below a row. */
export function RowDetail({ entity, record, columns, role, room, index, measure }: Props) {
  const t = useT();
  const text = useText();
  const sections = detailSections(entity, record, new Set(columns));
  const titled = sections.some(({ title }) => title !== null);
  return (
    <tr {...ROLES.row} className="wd-row-detail" data-index={index} ref={measure}>
      <td role={role}>
        <section
          id={detailId(entity, record.id)}
          aria-label={t('list.detailOf', { title: labelOfRecord(entity, record) })}
          style={{ width: room }}
        >
          {sections.length === 0 && <p>{t('list.detailNone')}</p>}
          {sections.map(({ title, fields }) => (
            <div key={title?.en ?? ''} className="wd-row-part">
              {titled && <h4>{title ? text(title) : t('list.detailOther')}</h4>}
              <dl>
                {fields.map((name) => {
                  const field = listField(entity, name);
                  return (
                    <div key={name} data-wide={fieldTypeOf(field).isMarkup}>
                      <dt>{text(field.title ?? { zh: name, en: name })}</dt>
                      <dd>
                        <ShownValue field={field} value={record[name]} />
                      </dd>
                    </div>
                  );
                })}
              </dl>
            </div>
          ))}
        </section>
      </td>
    </tr>
  );
}
