import { type ReactNode, useMemo, useState } from 'react';
import type { ListDisplay } from '../../../../generated/definition.ts';
import { formatMoment } from '../../../core/numbers/format.ts';
import { labelOfRecord } from '../../../form/values/recordName.ts';
import { useT } from '../../../kit/i18n/index.ts';
import type { ListRecord } from '../../../record/calls/useRecords.ts';
import { useWorkDays } from '../calendar/useWorkDays.ts';
import { isHatched, useRecordOption } from '../colors.ts';
import { type Span, type Spanned, spannedOf, startOfDay } from '../dates.ts';
import type { DisplayProps } from '../displayProps.ts';
import { useFieldTexts } from '../useFieldTexts.ts';
import { type BarShift, TimeBar } from './TimeBar.tsx';
import { type Axis, barOf, DAY_WIDTH, makeAxis, type Zoom } from './timeAxis.ts';
import { type Shift, useShift } from './useShift.ts';

const PERCENT = 100;
const NO_FIELDS: readonly string[] = [];

/** Returns the lane to which a bar is moved. Null if it stays in its lane. */
export type LaneOf = (shift: BarShift) => Shift['lane'];

/** Returns the bar of a record. Without an end it covers the whole day. */
export const barOfSpan = ({ to }: ListDisplay, axis: Axis, span: Span) =>
  barOf(axis, to === undefined ? { from: startOfDay(span.from), to: startOfDay(span.from) } : span);

/** Returns records on a common axis, with a function that renders each bar. */
export function useTimeBars({ entity, display, records, onOpen }: DisplayProps, zoom: Zoom) {
  const t = useT();
  const [today] = useState(() => new Date());
  const spanned = useMemo(() => spannedOf(display, records), [records, display]);
  const axis = useMemo(
    () =>
      makeAxis(
        spanned.map(({ span }) => span),
        zoom,
        today,
      ),
    [spanned, zoom, today],
  );
  const marks = useWorkDays(display.work === true, axis.start, axis.days);
  const fieldsOf = useFieldTexts(entity, display.fields ?? NO_FIELDS, records);
  const optionOf = useRecordOption(entity, display);
  const { mayShift, shift } = useShift(entity, display);
  const bar = ({ record, span }: Spanned, top?: number, laneOf?: LaneOf): ReactNode => {
    const option = optionOf(record);
    const name = labelOfRecord(entity, record);
    const may = mayShift(record);
    const move = (one: ListRecord, by: BarShift) => shift(one, { days: by.days, lane: laneOf?.(by) ?? null });
    const dates = [record[display.from ?? ''], record[display.to ?? '']]
      .filter((value) => typeof value === 'string')
      .map((value) => formatMoment(value));
    const progress = display.progress === undefined ? null : Number(record[display.progress] ?? 0);
    const words = [name, dates.join(' – '), option?.label, progress !== null && `${progress} %`];
    words.push(...fieldsOf(record).map((field) => t('display.fieldWords', { ...field })));
    return (
      <TimeBar
        key={record.id}
        {...{ record, name, option, onOpen, top }}
        isHatched={isHatched(display, record)}
        words={[...words, may && t('display.dateHelp')].filter(Boolean).join('\n')}
        place={barOfSpan(display, axis, span)}
        done={progress === null ? null : progress / PERCENT}
        dayWidth={DAY_WIDTH[zoom]}
        isFree={laneOf !== undefined}
        onShift={may ? move : null}
      />
    );
  };
  const undated = records.length - spanned.length;
  const note = undated > 0 ? t('display.undated', { count: undated }) : null;
  return { spanned, axis, marks, today, bar, note };
}
