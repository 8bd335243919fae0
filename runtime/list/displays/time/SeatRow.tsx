import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { formatMoment } from '../../../core/numbers/format.ts';
import type { FieldOption } from '../../../form/values/options.ts';
import { labelOfRecord } from '../../../form/values/recordName.ts';
import { useT, useText } from '../../../kit/i18n/index.ts';
import { listField } from '../../../record/query/fields.ts';
import { isHatched } from '../colors.ts';
import { dayText } from '../dates.ts';
import type { FieldText } from '../useFieldTexts.ts';
import type { SeatEntry } from './seats.ts';

export interface SeatCard extends SeatEntry {
  option: FieldOption | null;
  fields: readonly FieldText[];
}

const STEPS: Record<string, { days: number; rows: number }> = {
  ArrowRight: { days: 1, rows: 0 },
  ArrowLeft: { days: -1, rows: 0 },
  ArrowDown: { days: 0, rows: 1 },
  ArrowUp: { days: 0, rows: -1 },
};
/** Length of "hh:mm" at the end of a date and time. */
const CLOCK_LETTERS = 5;

interface Hands {
  day: Date;
  /** The entity of the list. Its records open beside the list. */
  own: string;
  isMovable(card: SeatCard): boolean;
  onStep(card: SeatCard, step: { days: number; rows: number }): void;
  onOpen: ((id: number) => void) | null;
  /** Returns the address of a record of another list. Null without a page for this reader. */
  addressOf(card: SeatCard): string | null;
}

/** Returns the start time on this day. Empty for a whole day. */
function clockOf({ entity, display, span }: SeatCard, day: Date): string {
  const hasClock = listField(entity, display.from ?? '').format === 'date-time';
  if (!hasClock || dayText(span.from) !== dayText(day)) return '';
  return formatMoment(span.from.toISOString()).slice(-CLOCK_LETTERS);
}

function Card({ card, day, own, isMovable, onStep, onOpen, addressOf }: Hands & { card: SeatCard }) {
  const t = useT();
  const text = useText();
  const { entity, display, record, option, fields } = card;
  const name = labelOfRecord(entity, record);
  const clock = clockOf(card, day);
  const mayMove = isMovable(card);
  const look = {
    className: 'wd-entry wd-seat-card',
    'data-state': option?.color,
    'data-hatched': isHatched(display, record) || undefined,
  };
  const content = (
    <>
      <strong>
        {clock && <span className="wd-figures">{clock}</span>} {name}
      </strong>
      <span>{[text(entity.title), option?.label].filter(Boolean).join(' · ')}</span>
      {fields.map((field) => (
        <span key={field.title}>{field.text}</span>
      ))}
    </>
  );
  if (entity.name !== own) {
    const address = addressOf(card);
    return address === null ? (
      <div {...look}>{content}</div>
    ) : (
      <Link {...look} to={address}>
        {content}
      </Link>
    );
  }
  const keys = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!event.altKey || !step) return;
    event.preventDefault();
    onStep(card, step);
  };
  return (
    <button
      {...look}
      type="button"
      title={mayMove ? t('display.seatHelp') : undefined}
      disabled={!onOpen}
      draggable={mayMove}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', String(record.id))}
      onKeyDown={mayMove ? keys : undefined}
      onClick={() => onOpen?.(record.id)}
    >
      {content}
    </button>
  );
}

interface Props extends Hands {
  name: string;
  cards: readonly SeatCard[];
  /** Called with the id of a dropped record. */
  onDrop(id: string): void;
}

/** Shows a person with that person's records of the day. */
export function SeatRow({ name, cards, onDrop, ...hands }: Props) {
  const t = useT();
  return (
    <li
      className="wd-seat"
      aria-label={name}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDrop(event.dataTransfer.getData('text/plain'));
      }}
    >
      <h4 className="wd-ellipsis">{name}</h4>
      {cards.length === 0 ? (
        <p className="wd-display-note">{t('display.dayEmpty')}</p>
      ) : (
        <ul>
          {cards.map((card) => (
            <li key={`${card.entity.name} ${card.record.id}`}>
              <Card {...hands} card={card} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
