import type { WidgetProps } from '@rjsf/utils';
import { Input, InputNumber, Select } from 'antd';
import { type FocusEvent, Fragment } from 'react';
import {
  FREQUENCIES,
  type Frequency,
  joinRule,
  type MonthDay,
  monthDayText,
  PLACES,
  type PlacedDay,
  type RuleParts,
  splitRule,
  WEEKDAYS,
  type Weekday,
  weekdayText,
} from '../../../fieldTypes/rrule/parts.ts';
import { useLang, useT } from '../../../kit/i18n/index.ts';
import { baseProps, labelId } from '../../../kit/parts/controlProps.ts';
import { nextDays } from './nextDays.ts';
import './recurrence.css';

const LONGEST_MONTH = 31;
const MAX_INTERVAL = 999;
const MONTH_DAYS: readonly MonthDay[] = [
  'firstWeekday',
  ...Array.from({ length: LONGEST_MONTH }, (_, at) => at + 1),
  'last',
  'lastWeekday',
  ...PLACES.flatMap((place) => WEEKDAYS.map((day): PlacedDay => `${place}${day}`)),
];
/** The option for the same day of the month as the rule's start. */
const START_DAY = '';

const FRESH: Omit<RuleParts, 'frequency'> = {
  ...{ interval: 1, weekdays: [], monthDay: null, count: null, until: null },
};

interface PartsProps {
  parts: RuleParts;
  props: WidgetProps;
  write(parts: RuleParts): void;
}

function MonthDaySelect({ parts, props, write }: PartsProps) {
  const t = useT();
  const lang = useLang();
  return (
    <Select<MonthDay | ''>
      className="wd-rrule-days"
      disabled={baseProps(props).disabled}
      value={parts.monthDay ?? START_DAY}
      aria-label={t('form.rrule.monthDay')}
      showSearch={{ optionFilterProp: 'label' }}
      options={[
        { value: START_DAY, label: t('form.rrule.startDay') },
        ...MONTH_DAYS.map((day) => ({ value: day, label: monthDayText(day, lang) })),
      ]}
      onChange={(day) => write({ ...parts, monthDay: day === START_DAY ? null : day })}
    />
  );
}

interface FrequencyProps extends Omit<PartsProps, 'parts'> {
  /** Null without a rule. */
  parts: RuleParts | null;
}

function FrequencySelect({ parts, props, write }: FrequencyProps) {
  const t = useT();
  const { id, disabled } = baseProps(props);
  return (
    <Select<Frequency>
      id={parts ? undefined : id}
      className="wd-rrule-unit"
      disabled={disabled}
      value={parts?.frequency}
      placeholder={t('form.rrule.frequency')}
      aria-label={t('form.rrule.frequency')}
      options={FREQUENCIES.map((value) => ({ value, label: t(`form.rrule.${value}`) }))}
      onChange={(frequency) => write({ ...(parts ?? FRESH), frequency })}
    />
  );
}

function IntervalInput({ parts, props, write }: PartsProps) {
  const t = useT();
  const { id, disabled } = baseProps(props);
  return (
    <InputNumber<number>
      id={id}
      className="wd-rrule-count"
      disabled={disabled}
      aria-label={t('form.rrule.every')}
      min={1}
      max={MAX_INTERVAL}
      precision={0}
      value={parts.interval}
      onChange={(interval) => write({ ...parts, interval: interval ?? 1 })}
    />
  );
}

function WeekdaysSelect({ parts, props, write }: PartsProps) {
  const t = useT();
  const lang = useLang();
  return (
    <Select<Weekday[]>
      mode="multiple"
      className="wd-rrule-days"
      disabled={baseProps(props).disabled}
      value={parts.weekdays}
      placeholder={t('form.rrule.startDay')}
      aria-label={t('form.rrule.weekdays')}
      options={WEEKDAYS.map((value) => ({ value, label: weekdayText(value, lang) }))}
      onChange={(weekdays) => write({ ...parts, weekdays })}
    />
  );
}

/** Renders the parts of a rule. The unit keeps its position in the tree, so that it keeps the focus. */
function Parts({ parts, ...rest }: FrequencyProps) {
  const t = useT();
  return (
    <div className="wd-rrule-parts">
      <span aria-hidden>{t('form.rrule.every')}</span>
      {parts && <IntervalInput parts={parts} {...rest} />}
      <FrequencySelect parts={parts} {...rest} />
      {parts?.frequency === 'WEEKLY' && <WeekdaysSelect parts={parts} {...rest} />}
      {parts?.frequency === 'MONTHLY' && <MonthDaySelect parts={parts} {...rest} />}
    </div>
  );
}

/** Edits a recurrence rule: its parts, the rule itself, and the next days. */
export default function RecurrenceControl(props: WidgetProps) {
  const t = useT();
  const { id: _, onBlur, ...base } = baseProps(props);
  const value = (props.value as string | undefined) ?? '';
  const parts = splitRule(value);
  const write = (next: RuleParts) => props.onChange(joinRule(next));
  const days = value === '' ? [] : nextDays(value);
  const leave = (event: FocusEvent<HTMLFieldSetElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur();
  };
  return (
    <fieldset className="wd-rrule" aria-labelledby={labelId(props.id)} onBlur={leave}>
      {(parts || value === '') && <Parts parts={parts} props={props} write={write} />}
      <Input
        {...base}
        id={parts || value === '' ? undefined : props.id}
        aria-label={t('form.rrule.text')}
        placeholder={t('form.rrule.text')}
        value={value}
        onChange={({ target }) => props.onChange(target.value || undefined)}
      />
      <p className="wd-field-help" aria-live="polite">
        {days && days.length > 0 && <NextDays days={days} />}
        {days?.length === 0 && value !== '' && t('form.rrule.never')}
      </p>
    </fieldset>
  );
}

/** Lists days without line breaks inside a day. */
function NextDays({ days }: { days: readonly string[] }) {
  const t = useT();
  return (
    <>
      {t('form.rrule.next')}{' '}
      {days.map((day, at) => (
        <Fragment key={day}>
          {at > 0 && ' · '}
          <span className="wd-rrule-day">{day}</span>
        </Fragment>
      ))}
    </>
  );
}
