/** Converts the configuration of the widget to its key figure. */
import type { KeyDataConfig } from '../../generated/types.ts';
import { type KeySource, keyNeeds } from '../../runtime/board/figure/keyFigure.ts';
import type { Lacking, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';
import type { PeriodType } from '../../runtime/core/time/timeWindow.ts';

/** Decision 19: the stored value YEAR is labelled "this month" and shows the current month. */
const PERIOD: Record<string, PeriodType> = { YEAR: 'MONTH', DAY: 'DAY', current_year: 'YEAR' };

export const keySource = (config: KeyDataConfig): KeySource => ({
  ...config,
  range: config.range,
  period: PERIOD[config.calcInterval ?? 'real_time'] ?? null,
});

export const keyDataNeeds = (config: KeyDataConfig, context: WidgetContext): NeedSpec[] =>
  keyNeeds(keySource(config), context);

/** V074: returns what the configuration lacks. Null if it is complete. */
export function keyLack({ dataType, textValue, stationValue, deviceValue }: KeyDataConfig): Lacking | null {
  if (dataType === 'device_data') return deviceValue ? null : 'variables';
  return (dataType === 'station_info' ? stationValue : textValue) ? null : 'settings';
}
