/** Describes the displayed dates and times for the control of the board's range. Pure. */
import { readRolling } from '../../core/time/rollingRange.ts';
import type { Translate } from '../../kit/i18n/index.ts';
import { rangeSpan } from '../address/boardView.ts';
import { rangeNameWords, spanWords } from '../address/rangeWords.ts';
import { viewMoment } from '../widget/period.ts';
import type { BoardRange, Instants } from '../widget/widget.ts';
import { readTimeAsked } from './timeAsked.ts';
import type { BoardMoment, ShownWidget } from './useBoardData.ts';

interface RangeCaption {
  /** Absent for a range without a name. */
  name?: string;
  dates?: string;
}

export const captionWords = ({ name, dates }: RangeCaption): string =>
  [name, dates].filter(Boolean).join(' · ');

/** Returns the distinct ranges of all widgets that would follow a range of the board. */
function rangesOf(shown: readonly ShownWidget[], moment: BoardMoment, now: number): BoardRange[] {
  const ranges = new Map<string, BoardRange>();
  for (const { resolved } of shown) {
    if (resolved.state !== 'ready') continue;
    try {
      const context = { ...moment, now, editing: false };
      const { range, follows } = readTimeAsked(resolved.module, resolved.config, context);
      if (range && follows) ranges.set(JSON.stringify(range), range);
    } catch {
      // A widget without requests has no period.
    }
  }
  return [...ranges.values()];
}

/** Returns the displayed span. A range up to now ends at this moment, not at the end of its bucket. */
function spanSeen(range: BoardRange, now: number, zone: string): Instants {
  const rolling = readRolling(range);
  return rolling ? { from: now - rolling.ms, to: now } : rangeSpan(range, now, zone);
}

function spanAll(spans: readonly Instants[], now: number): Instants {
  return {
    from: Math.min(...spans.map(({ from }) => from)),
    to: Math.min(now, Math.max(...spans.map(({ to }) => to))),
  };
}

/** @param now the moment of the last refresh */
export function rangeCaption(
  shown: readonly ShownWidget[],
  moment: BoardMoment,
  now: number,
  t: Translate,
): RangeCaption {
  const { zone, lang } = moment;
  const viewedAt = viewMoment({ ...moment, now });
  const ranges = moment.range ? [moment.range] : rangesOf(shown, moment, now);
  const spans = ranges.map((range) => spanSeen(range, viewedAt, zone));
  const [range, ...others] = ranges;
  if (range === undefined) return { name: t('look.now') };
  if (others.length > 0) return { dates: spanWords(spanAll(spans, viewedAt), zone) };
  const dates = spanWords(spans[0]!, zone);
  return typeof range === 'string' ? { name: rangeNameWords(range, lang, t), dates } : { dates };
}
