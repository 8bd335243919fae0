/** Several key figures, each with its needs and its part of the answers. */
import type { MultiKeyDataConfig } from '../../generated/types.ts';
import {
  type KeyFigure,
  type KeySource,
  keyChange,
  keyFigure,
  keyNeeds,
  type StationWords,
} from '../../runtime/board/figure/keyFigure.ts';
import type { Change } from '../../runtime/board/widget/change.ts';
import { readNames } from '../../runtime/board/widget/reading.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';
import type { PeriodType } from '../../runtime/core/time/timeWindow.ts';

type Entry = NonNullable<MultiKeyDataConfig['multiKeyData']>[number];

/** Decision 20: the stored values belong only to this widget. */
const PERIOD: Record<string, PeriodType> = {
  current_day: 'DAY',
  current_month: 'MONTH',
  current_year: 'YEAR',
};

export const entrySource = (entry: Entry, { range }: MultiKeyDataConfig): KeySource => ({
  ...entry,
  range,
  period: PERIOD[entry.calcInterval ?? 'real_time'] ?? null,
});

const entries = (config: MultiKeyDataConfig) => config.multiKeyData ?? [];

export const multiKeyNeeds = (config: MultiKeyDataConfig, context: WidgetContext): NeedSpec[] =>
  entries(config).flatMap((entry) => keyNeeds(entrySource(entry, config), context));

export interface MultiFigure {
  key: string;
  name: string;
  /** Null if no content is chosen. */
  figure: KeyFigure | null;
  change: Change | null;
}

const overTime = (specs: readonly NeedSpec[]) => specs.filter((spec) => 'from' in spec).length;

export function multiKeyFigures(
  config: MultiKeyDataConfig,
  context: WidgetContext,
  results: readonly NeedResult[],
  compared: readonly NeedResult[],
  words: StationWords,
): MultiFigure[] {
  let at = 0;
  let comparedAt = 0;
  return entries(config).map((entry, index) => {
    const source = entrySource(entry, config);
    const specs = keyNeeds(source, context);
    const own = results.slice(at, at + specs.length);
    const before = overTime(specs) > 0 ? compared[comparedAt] : undefined;
    at += specs.length;
    comparedAt += overTime(specs);
    const figure = keyFigure(source, context, own, words);
    return {
      key: `${entry.timestamp ?? ''}-${index}`,
      name: entry.name || (entry.deviceValue?.[1] ? readNames(own[0])(entry.deviceValue[1]) : ''),
      figure,
      change: figure && keyChange(source, context, figure, before),
    };
  });
}
