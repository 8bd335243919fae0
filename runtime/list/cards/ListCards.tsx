import { Button, Skeleton } from 'antd';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { useLang, useT, useText } from '../../kit/i18n/index.ts';
import { Cell, RecordLink } from '../cell/Cell.tsx';
import './cards.css';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { listField } from '../../record/query/fields.ts';
import { RowMenu } from '../cell/RowMenu.tsx';
import { countRowMoves, RowMoves } from '../cell/RowMoves.tsx';
import type { RowsProps } from '../table/ListTable.tsx';
import { type Sums, sumText } from '../table/TotalsRow.tsx';
import { useLongPress } from './useLongPress.ts';

interface Props extends RowsProps {
  columns: readonly string[];
  loadingMore: boolean;
  /** Null: the list sums nothing. */
  sums: Sums | null;
}

/** A card shows the record's name and what fits under it. */
const CARD_FIELDS = 4;

/** The list on a phone: a touch opens a record, a long one begins to pick several. */
export function ListCards(props: Props) {
  const { loading, size, more, onMore, loadingMore, sums, ...card } = props;
  const t = useT();
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
    <>
      <ul className="wd-list-cards">
        {card.records.map((record) => (
          <Card key={record.id} {...card} record={record} />
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

/** Shows the sums of all that the filter selects, as the last row of the table does. */
function SumsCard({ entity, sums }: { entity: EntityDefinition; sums: Sums }) {
  const t = useT();
  const lang = useLang();
  const text = useText();
  return (
    <section className="wd-list-card wd-card" aria-label={t('list.sum')}>
      <strong>{t('list.sum')}</strong>
      <dl>
        {Object.keys(sums).map((name) => (
          <div key={name}>
            <dt>{text(listField(entity, name).title ?? { zh: name, en: name })}</dt>
            <dd className="wd-figures">{sumText(entity, name, sums, lang)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== '';

interface CardProps extends Omit<Props, 'loading' | 'size' | 'more' | 'onMore' | 'loadingMore' | 'sums'> {
  record: ListRecord;
}

function Card(props: CardProps) {
  const { entity, record, columns, names, selection, onOpen, onEdit, onDelete, onMove } = props;
  const text = useText();
  const picking = selection?.picking ?? false;
  const picked = picking && selection?.has(record.id) === true;
  const press = useLongPress(
    selection && !picking
      ? () => {
          selection.pick();
          selection.toggle(record, true, false);
        }
      : null,
  );
  const fields = columns.slice(1, 1 + CARD_FIELDS).filter((name) => isFilled(record[name]));
  return (
    <li className="wd-list-card wd-card" data-picked={picked || undefined} {...press}>
      <div className="wd-list-card-head">
        {picking ? (
          <label className="wd-list-card-pick">
            <input
              type="checkbox"
              className="wd-table-box"
              checked={picked}
              onChange={({ target }) => selection?.toggle(record, target.checked, false)}
            />
            <span>{labelOfRecord(entity, record)}</span>
          </label>
        ) : (
          <>
            <RecordLink {...{ entity, names, record, onOpen }} name={columns[0]!} />
            <RowMenu {...{ entity, record, onOpen, onEdit, onDelete, onMove }} />
          </>
        )}
      </div>
      {fields.length > 0 && (
        <dl>
          {fields.map((name) => (
            <div key={name}>
              <dt>{text(listField(entity, name).title ?? { zh: name, en: name })}</dt>
              <dd>
                <Cell entity={entity} name={name} value={record[name]} record={record} names={names} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {!picking && countRowMoves(entity) > 0 && (
        <div className="wd-list-card-moves">
          <RowMoves {...{ entity, record, onMove }} />
        </div>
      )}
    </li>
  );
}
