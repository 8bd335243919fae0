import { Skeleton } from 'antd';
import { useText } from '../i18n/index.ts';
import { Cell, RecordLink } from './Cell.tsx';
import { list_field } from './fields.ts';
import type { RowsProps } from './ListTable.tsx';
import { RowMenu } from './RowMenu.tsx';

/** A card shows the record's name and what fits under it. */
const CARD_FIELDS = 5;

/** The list on a phone. */
export function ListCards({ entity, records, columns, loading, size, ...actions }: RowsProps) {
  const text = useText();
  const fields = columns.slice(1, 1 + CARD_FIELDS);
  if (loading) {
    return (
      <div className="wd-list-cards">
        {Array.from({ length: size }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cards that all look the same
          <div className="wd-list-card wd-card" key={index}>
            <Skeleton active title paragraph={{ rows: 2 }} />
          </div>
        ))}
      </div>
    );
  }
  return (
    <ul className="wd-list-cards">
      {records.map((record) => (
        <li className="wd-list-card wd-card" key={record.id}>
          <div className="wd-list-card-head">
            <RecordLink entity={entity} name={columns[0]!} record={record} onOpen={actions.onOpen} />
            <RowMenu entity={entity} record={record} {...actions} />
          </div>
          <dl>
            {fields
              .filter((name) => record[name] !== null && record[name] !== undefined && record[name] !== '')
              .map((name) => (
                <div key={name}>
                  <dt>{text(list_field(entity, name).title ?? { zh: name, en: name })}</dt>
                  <dd>
                    <Cell entity={entity} name={name} record={record} records={records} />
                  </dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
