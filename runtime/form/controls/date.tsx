import type { WidgetProps } from '@rjsf/utils';
import { DatePicker, TimePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { formatZone } from '../../core/numbers/format.ts';
import { baseProps } from '../../kit/parts/controlProps.ts';

const DATE = 'YYYY-MM-DD';
const DATE_TIME = 'YYYY-MM-DD HH:mm:ss';
const TIME = 'HH:mm';

function dayjsOf(value: unknown, format?: string): Dayjs | null {
  if (typeof value !== 'string' || value === '') return null;
  const moment = format === TIME ? dayjs(`1970-01-01T${value}`) : dayjs(value);
  return moment.isValid() ? moment : null;
}

/** Lets the user choose a calendar date, without time and zone. */
export function DateControl(props: WidgetProps) {
  return (
    <DatePicker
      {...baseProps(props)}
      className="wd-control"
      format={DATE}
      value={dayjsOf(props.value)}
      onChange={(moment) => props.onChange(moment ? moment.format(DATE) : undefined)}
    />
  );
}

/** Lets the user choose a time in the browser's time zone, which the control shows. It is stored in UTC. */
export function DateTimeControl(props: WidgetProps) {
  const moment = dayjsOf(props.value);
  return (
    <DatePicker
      {...baseProps(props)}
      className="wd-control"
      showTime
      format={DATE_TIME}
      suffixIcon={formatZone(undefined, moment?.valueOf())}
      value={moment}
      onChange={(moment) => props.onChange(moment ? moment.toISOString() : undefined)}
    />
  );
}

export function TimeControl(props: WidgetProps) {
  return (
    <TimePicker
      {...baseProps(props)}
      className="wd-control"
      format={TIME}
      value={dayjsOf(props.value, TIME)}
      onChange={(moment) => props.onChange(moment ? moment.format(TIME) : undefined)}
    />
  );
}

/** Edits a first and a last day. The last day is not before the first. */
export function DateRangeControl(props: WidgetProps) {
  const { id, onBlur, ...base } = baseProps(props);
  const [from, to] = (props.value as (string | undefined)[] | undefined) ?? [];
  return (
    <DatePicker.RangePicker
      {...base}
      id={{ start: id, end: `${id}__to` }}
      onBlur={onBlur}
      className="wd-control"
      format={DATE}
      value={[dayjsOf(from), dayjsOf(to)]}
      onChange={(range) =>
        props.onChange(range?.[0] && range[1] ? [range[0].format(DATE), range[1].format(DATE)] : undefined)
      }
    />
  );
}
