import type { KeyboardEvent } from 'react';
import type { Entity } from '../../../core/definitions/entities.ts';
import { formatMoment } from '../../../core/numbers/format.ts';
import type { FieldOption } from '../../../form/values/options.ts';
import { labelOfRecord } from '../../../form/values/recordName.ts';
import { useLang, useT } from '../../../kit/i18n/index.ts';
import type { ListRecord } from '../../../record/calls/useRecords.ts';
import { dayText, type Spanned } from '../dates.ts';
import type { FieldText } from '../useFieldTexts.ts';
import type { DayMark } from './useWorkDays.ts';

const ARROWS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
/** Length of "hh:mm" at the end of a date and time. */
const CLOCK_LETTERS = 5;

export interface DayTools {
  entity: Entity;
  hasClock: boolean;
  optionOf(record: ListRecord): FieldOption | null;
  /** Returns the texts in front of an entry's name. */
  fieldsOf(record: ListRecord): readonly FieldText[];
  /** Returns whether an entry is not final yet. */
  isOpen(record: ListRecord): boolean;
  mayShift(record: ListRecord): boolean;
  shift(record: ListRecord, days: number): void;
  onOpen: ((id: number) => void) | null;
  onTake(record: ListRecord, day: Date): void;
  onPut(day: Date): void;
}

interface EntryProps {
  entry: Spanned;
  day: Date;
  tools: DayTools;
}

/** Shows a record on a day. A click opens it. The pointer or the keys move it to other days. */
function EntryButton({ entry: { record, span }, day, tools }: EntryProps) {
  const t = useT();
  const { entity, hasClock, optionOf, fieldsOf, isOpen, mayShift, shift, onOpen, onTake } = tools;
  const option = optionOf(record);
  const isFirst = dayText(span.from) === dayText(day);
  const isMovable = mayShift(record);
  const name = [...fieldsOf(record).map(({ text }) => text), labelOfRecord(entity, record)].join(' · ');
  const keys = (event: KeyboardEvent) => {
    const step = ARROWS[event.key];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    shift(record, step);
  };
  return (
    <button
      type="button"
      className="wd-entry wd-calendar-entry"
      data-state={option?.color}
      data-hatched={isOpen(record) || undefined}
      title={[name, option?.label, isMovable && t('display.dateHelp')].filter(Boolean).join('\n')}
      disabled={!onOpen}
      draggable={isMovable}
      onDragStart={(event) => {
        // Firefox only drags elements with data.
        event.dataTransfer.setData('text/plain', String(record.id));
        onTake(record, day);
      }}
      onKeyDown={isMovable ? keys : undefined}
      onClick={() => onOpen?.(record.id)}
    >
      {hasClock && isFirst && (
        <span className="wd-figures">{formatMoment(span.from.toISOString()).slice(-CLOCK_LETTERS)}</span>
      )}
      <span className="wd-ellipsis">{name}</span>
    </button>
  );
}

interface Props {
  day: Date;
  mark: DayMark | null;
  entries: readonly Spanned[];
  /** Number of entries that are shown. */
  room: number;
  tools: DayTools;
  isToday: boolean;
  /** True for a day of the previous or next month. */
  isBeside: boolean;
  /** True if only this day is shown. */
  isAlone: boolean;
  onMore(): void;
}

export function CalendarDay(props: Props) {
  const { day, mark, entries, room, tools, isToday, isBeside, isAlone, onMore } = props;
  const t = useT();
  const lang = useLang();
  const text = dayText(day);
  const left = entries.length - Math.min(room, entries.length);
  const more = t('display.more', { count: left });
  return (
    <li
      data-today={isToday || undefined}
      data-beside={isBeside || undefined}
      data-day={mark?.kind}
      title={mark?.title}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        tools.onPut(day);
      }}
    >
      <h4>
        <span>{new Intl.DateTimeFormat(lang, { weekday: 'short' }).format(day)}</span>
        {mark && mark.kind !== 'weekend' && (
          <span className="wd-calendar-mark wd-ellipsis" data-day={mark.kind}>
            {mark.title}
          </span>
        )}
        <time dateTime={text} className="wd-figures">
          {day.getDate()}
        </time>
      </h4>
      <ul>
        {entries.slice(0, room).map((entry) => (
          <li key={entry.record.id}>
            <EntryButton {...{ entry, day, tools }} />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <button type="button" className="wd-list-link" aria-label={`${text}: ${more}`} onClick={onMore}>
          {room === 0 ? left : more}
        </button>
      )}
      {isAlone && entries.length === 0 && <p className="wd-display-note">{t('display.dayEmpty')}</p>}
    </li>
  );
}
