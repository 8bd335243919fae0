import { Button, Skeleton } from 'antd';
import { useT, useText } from '../i18n/index.ts';
import { Cell, RecordLink } from './Cell.tsx';
import { list_field } from './fields.ts';
import { RowMenu } from './RowMenu.tsx';
import type { RowsProps } from './table/ListTable.tsx';

interface Props extends RowsProps {
  columns: readonly string[];
  loadingMore: boolean;
}

/** A card shows the record's name and what fits under it. */
const CARD_FIELDS = 5;

/** The list on a phone. */
export function ListCards(props: Props) {
  const { entity, records, names, columns, loading, size, more, onMore, loadingMore, ...actions } = props;
  const t = useT();
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
  const filled = (value: unknown) => value !== null && value !== undefined && value !== '';
  return (
    <ul className="wd-list-cards">
      {records.map((record) => (
        <li className="wd-list-card wd-card" key={record.id}>
          <div className="wd-list-card-head">
            <RecordLink
              entity={entity}
              name={columns[0]!}
              names={names}
              record={record}
              onOpen={actions.onOpen}
            />
            <RowMenu
              entity={entity}
              record={record}
              onOpen={actions.onOpen}
              onEdit={actions.onEdit}
              onDelete={actions.onDelete}
            />
          </div>
          <dl>
            {fields
              .filter((name) => filled(record[name]))
              .map((name) => (
                <div key={name}>
                  <dt>{text(list_field(entity, name).title ?? { zh: name, en: name })}</dt>
                  <dd>
                    <Cell entity={entity} name={name} value={record[name]} names={names} />
                  </dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
      {more && (
        <li>
          <Button block loading={loadingMore} onClick={onMore}>
            {t('list.loadMore')}
          </Button>
        </li>
      )}
    </ul>
  );
}
