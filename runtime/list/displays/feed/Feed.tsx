import { Button } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { ShownValue } from '../../../form/shown/ShownValue.tsx';
import { labelOfRecord } from '../../../form/values/recordName.ts';
import { useT, useText } from '../../../kit/i18n/index.ts';
import { TimeAgo } from '../../../kit/parts/TimeAgo.tsx';
import { Icon } from '../../../kit/theme/Icon.tsx';
import { Comments } from '../../../record/activity/Comments.tsx';
import { useRecordCounts } from '../../../record/calls/recordCalls.ts';
import type { ListRecord } from '../../../record/calls/useRecords.ts';
import { MarkButtons } from '../../../record/marks/MarkButtons.tsx';
import { listField } from '../../../record/query/fields.ts';
import { Cell, RecordLink } from '../../cell/Cell.tsx';
import { RowMenu } from '../../cell/RowMenu.tsx';
import { countRowMoves, RowMoves } from '../../cell/RowMoves.tsx';
import { cardFields, pictureOf } from '../cardFields.ts';
import type { DisplayProps } from '../displayProps.ts';
import '../../../record/activity/record.css';
import './feed.css';

/** Number of characters after which a text is cut until the user expands it. */
const LONG_TEXT = 600;

/** Moves the focus to the card before or after this one. */
function stepCard({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  const step = { PageDown: 1, PageUp: -1 }[key];
  const own = (target as HTMLElement).closest('article');
  if (step === undefined || !own) return false;
  const cards = [...currentTarget.querySelectorAll<HTMLElement>('article')];
  cards[cards.indexOf(own) + step]?.focus();
  return true;
}

/** Shows records one below another with their texts. Readers can comment on them in place. */
export default function Feed(props: DisplayProps) {
  const { records, more, onMore } = props;
  const t = useT();
  return (
    <div
      className="wd-display wd-feed"
      role="feed"
      aria-label={t('list.display.feed')}
      onKeyDown={(event) => {
        if (stepCard(event)) event.preventDefault();
      }}
    >
      {records.map((record, at) => (
        <FeedCard key={record.id} {...props} record={record} position={at + 1} />
      ))}
      {more && <Button onClick={onMore}>{t('list.loadMore')}</Button>}
    </div>
  );
}

type CardProps = DisplayProps & { record: ListRecord; position: number };

function FeedCard(props: CardProps) {
  const { entity, display, record, position, records, columns, names } = props;
  const { onOpen, onEdit, onDelete, onMove } = props;
  const t = useT();
  const text = useText();
  const [isWhole, setWhole] = useState(false);
  const { text: textName = entity.label, by = 'createdBy' } = display;
  const picture = pictureOf(display, record);
  const content = record[textName];
  const isLong = typeof content === 'string' && content.length > LONG_TEXT;
  const fields = cardFields(entity, display, columns).filter(
    (name) => name !== textName && (record[name] ?? null) !== null,
  );
  return (
    <article
      className="wd-feed-card wd-card"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: Page Up and Page Down move between cards
      tabIndex={0}
      aria-posinset={position}
      aria-setsize={records.length}
      aria-label={labelOfRecord(entity, record)}
    >
      <header>
        <RecordLink {...{ entity, names, record, onOpen }} name={entity.label} />
        <span className="wd-list-card-tools">
          <MarkButtons entity={entity} record={record} />
          <RowMenu {...{ entity, record, onOpen, onEdit, onDelete, onMove }} />
        </span>
      </header>
      <p className="wd-feed-author">
        <ShownValue field={listField(entity, by)} value={record[by]} />
        <TimeAgo at={String(record.createdAt)} />
      </p>
      {picture && <img className="wd-feed-picture" src={picture} alt="" loading="lazy" />}
      <div className="wd-feed-text" data-cut={(isLong && !isWhole) || undefined}>
        <ShownValue field={listField(entity, textName)} value={content} />
      </div>
      {isLong && !isWhole && (
        <Button type="link" onClick={() => setWhole(true)}>
          {t('display.whole')}
        </Button>
      )}
      {fields.length > 0 && (
        <dl>
          {fields.map((name) => (
            <div key={name}>
              <dt>{text(listField(entity, name).title ?? { zh: name, en: name })}</dt>
              <dd>
                <Cell {...{ entity, name, record, names }} value={record[name]} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {countRowMoves(entity) > 0 && <RowMoves {...{ entity, record, onMove }} />}
      {onOpen && <CardComments entity={entity} id={record.id} />}
    </article>
  );
}

/** Opens the comments of a card in place. */
function CardComments({ entity, id }: { entity: DisplayProps['entity']; id: number }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const record = { entity, id };
  const count = useRecordCounts(record)?.comments;
  const title = t('record.comments');
  return (
    <>
      <Button
        type="text"
        icon={<Icon name="message" />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {count ? t('record.countOf', { title, count }) : title}
      </Button>
      {isOpen && <Comments record={record} />}
    </>
  );
}
