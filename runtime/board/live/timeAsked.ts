/** Reads the time of a widget from its needs. Pure. */

import { readDay } from '../../core/statistics/steps.ts';
import { NAMED_RANGES } from '../../core/time/namedRange.ts';
import { type RangeName, resolveSpan } from '../../core/time/rangeName.ts';
import { ROLLING_RANGES } from '../../core/time/rollingRange.ts';
import { startDate } from '../../core/time/timeWindow.ts';
import { specWindow } from '../options/compare.ts';
import type { AnyWidgetModule, BoardRange, Instants, NeedSpec, WidgetContext } from '../widget/widget.ts';

type NeedsModule = Pick<AnyWidgetModule, 'needs'>;
type Config = Record<string, unknown>;

/** A test range, not a selectable one. If a widget's requests change with this range, the widget follows the board. */
const PROBE_RANGE: Instants = { from: Date.UTC(2024, 1, 3, 4), to: Date.UTC(2024, 1, 5, 6) };
/**
 * At noon in the middle of a month, no two named ranges are equal, so a window matches exactly one name. The year is
 * one that no user chooses.
 */
const PROBE_NOW = Date.UTC(1975, 7, 20, 12);
const NAMES: readonly RangeName[] = [...NAMED_RANGES, ...ROLLING_RANGES];

export interface RequestedTime {
  /** The displayed range. Null if the widget requests no period. */
  range: BoardRange | null;
  /** The widget follows the range of the board. */
  follows: boolean;
  /** The widget shows only present values. */
  isLive: boolean;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the instants of a window, which has instants or whole days in the station's time zone. */
function instantsOf({ from, to }: { from: string; to: string }, zone: string): Instants {
  if (!DAY.test(from) || !DAY.test(to)) return { from: Date.parse(from), to: Date.parse(to) };
  return { from: startDate(readDay(from), zone), to: startDate(readDay(to) + 1, zone) };
}

function spanOf(specs: readonly NeedSpec[], zone: string): Instants | null {
  for (const spec of specs) {
    const window = specWindow(spec);
    if (window) return instantsOf(window, zone);
  }
  return null;
}

/**
 * Returns whether a window is this range. The window of an unfinished range may end now, at the end of today,
 * or at the end of the range.
 */
const isSpan = (name: RangeName, { from, to }: Instants, zone: string): boolean => {
  const span = resolveSpan(name, PROBE_NOW, zone);
  return span.from === from && (span.to === to || Math.min(span.to, to) > PROBE_NOW);
};

export function readTimeAsked(module: NeedsModule, config: Config, context: WidgetContext): RequestedTime {
  const needsFor = (other: Partial<WidgetContext>) => module.needs(config, { ...context, ...other });
  const needs = needsFor({ range: null });
  const follows = JSON.stringify(needs) !== JSON.stringify(needsFor({ range: PROBE_RANGE }));
  const span = spanOf(follows ? needsFor({}) : needs, context.zone);
  const isLive = needs.length > 0 && needs.every(({ kind }) => kind === 'realtime');
  if (!span) return { range: null, follows, isLive };
  if (follows && context.range) return { range: context.range, follows, isLive };
  const probe = context.historical ? null : spanOf(needsFor({ range: null, now: PROBE_NOW }), context.zone);
  const name = probe && NAMES.find((rangeName) => isSpan(rangeName, probe, context.zone));
  return { range: name ?? span, follows, isLive };
}
