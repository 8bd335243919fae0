import { Button, Segmented } from 'antd';
import { useLang, useT } from '../../../kit/i18n/index.ts';
import { Icon } from '../../../kit/theme/Icon.tsx';
import '../calendar.css';
import { CALENDAR_SPANS, type CalendarSpan, turnDays } from './days.ts';

interface Props {
  span: CalendarSpan;
  around: Date;
  onSpan(span: CalendarSpan): void;
  onAround(day: Date): void;
}

/** Moves to earlier or later days, or back to today. */
export function CalendarTurn({ span, around, onAround }: Omit<Props, 'onSpan'>) {
  const t = useT();
  return (
    <>
      <Button onClick={() => onAround(new Date())}>{t('display.today')}</Button>
      <Button
        type="text"
        className="wd-calendar-back"
        icon={<Icon name="chevron" />}
        aria-label={t('display.previous')}
        onClick={() => onAround(turnDays(span, around, -1))}
      />
      <Button
        type="text"
        icon={<Icon name="chevron" />}
        aria-label={t('display.next')}
        onClick={() => onAround(turnDays(span, around, 1))}
      />
    </>
  );
}

/** Shows the period of the calendar, and moves to other periods. */
export function CalendarBar({ span, around, onSpan, onAround }: Props) {
  const t = useT();
  const lang = useLang();
  const title = new Intl.DateTimeFormat(lang, {
    year: 'numeric',
    month: 'long',
    ...(span === 'day' && { day: 'numeric', weekday: 'long' }),
  }).format(around);
  return (
    <div className="wd-calendar-bar">
      <CalendarTurn {...{ span, around, onAround }} />
      <h3 aria-live="polite">{title}</h3>
      <Segmented<CalendarSpan>
        aria-label={t('display.span')}
        value={span}
        options={CALENDAR_SPANS.map((value) => ({ value, label: t(`display.${value}`) }))}
        onChange={onSpan}
      />
    </div>
  );
}
