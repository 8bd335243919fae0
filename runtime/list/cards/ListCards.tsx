import { Button, Skeleton } from 'antd';
import { useMemo } from 'react';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import './cards.css';
import { listField } from '../../record/query/fields.ts';
import type { RowsProps } from '../table/ListTable.tsx';
import { type Sums, SumText } from '../table/TotalsRow.tsx';
import { pickFields } from './pickFields.ts';
import { RecordCard } from './RecordCard.tsx';

interface Props extends RowsProps {
  columns: readonly string[];
  /** Statistics over the records that refer to the rows. */
  figures: readonly string[];
  loadingMore: boolean;
  /** Null for a list without sums. */
  sums: Sums | null;
}

/** The list on a phone. A tap opens a record, a long press starts the selection. */
export function ListCards(props: Props) {
  const { loading, size, more, onMore, loadingMore, sums, columns, figures, ...card } = props;
  const t = useT();
  const fields = useMemo(
    () => [...pickFields(card.entity, columns.slice(1)), ...figures],
    [card.entity, columns, figures],
  );
  if (loading) {
    return (
      <div className="wd-list-cards">
        {Array.from({ length: size }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all placeholder cards are equal
          <div className="wd-list-card wd-card" key={index}>
            <Skeleton active title paragraph={{ rows: 2 }} />
          </div>
        ))}
      </div>
    );
  }
  return (
    <>
      <ul className="wd-list-cards">
        {card.records.map((record) => (
          <RecordCard key={record.id} {...card} lead={columns[0]} fields={fields} record={record} />
        ))}
        {more && (
          <li>
            <Button block loading={loadingMore} onClick={onMore}>
              {t('list.loadMore')}
            </Button>
          </li>
        )}
      </ul>
      {sums && <SumsCard entity={card.entity} sums={sums} />}
    </>
  );
}

/** Shows the sums of all matches of the filter, like the last row of the table. */
function SumsCard({ entity, sums }: { entity: EntityDefinition; sums: Sums }) {
  const t = useT();
  const text = useText();
  return (
    <section className="wd-list-card wd-card" aria-label={t('list.sum')}>
      <strong>{t('list.sum')}</strong>
      <dl>
        {Object.keys(sums).map((name) => (
          <div key={name}>
            <dt>{text(listField(entity, name).title ?? { zh: name, en: name })}</dt>
            <dd className="wd-figures">
              <SumText {...{ entity, name, sums }} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
