/** Returns the content and time of a card in words. */
import { useMemo } from 'react';
import { useT } from '../../kit/i18n/index.ts';
import { rangeNameWords, spanWords } from '../address/rangeWords.ts';
import { type RequestedTime, readTimeAsked } from '../live/timeAsked.ts';
import type { BoardMoment } from '../live/useBoardData.ts';
import { chosenTitle, titleField } from '../widget/chosenTitle.ts';
import type { ResolvedWidget } from '../widget/resolve.ts';
import type { NeedResult } from '../widget/widget.ts';

const NO_TIME: RequestedTime = { range: null, follows: false, isLive: false };

function timeOf(resolved: ResolvedWidget, moment: BoardMoment): RequestedTime {
  if (resolved.state !== 'ready') return NO_TIME;
  try {
    const context = { ...moment, now: Date.now(), editing: false };
    return readTimeAsked(resolved.module, resolved.config, context);
  } catch {
    return NO_TIME;
  }
}

export interface CardWords {
  /** The configuration, with a default title if the user entered none. */
  config: Record<string, unknown>;
  /** The range in words. Undefined if the widget's name contains it, or if it has no range. */
  time: string | undefined;
}

export function useCardWords(
  resolved: ResolvedWidget,
  moment: BoardMoment,
  results: readonly NeedResult[],
): CardWords {
  const t = useT();
  const isReady = resolved.state === 'ready';
  const title = useMemo(() => {
    if (!isReady) return undefined;
    const { definition, config, module } = resolved;
    return chosenTitle(definition, config, results, moment.lang, module.titleBy?.(config, moment.lang));
  }, [isReady, resolved, results, moment.lang]);
  // An answer with unchanged names must not cause another render.
  const config = useMemo(() => {
    if (!isReady) return {};
    const field = title === undefined ? undefined : titleField(resolved.definition);
    return field ? { ...resolved.config, [field]: title } : resolved.config;
  }, [isReady, resolved, title]);
  const time = useMemo(() => {
    if (isReady && resolved.module.saysTime) return undefined;
    const { range, follows, isLive } = timeOf(resolved, moment);
    const hasRange = isReady && 'range' in (resolved.definition.config.properties ?? {});
    // The name of a widget with a fixed period usually contains the period. It is shown only if the board has a range.
    if (!hasRange && !follows && moment.range === null) return undefined;
    if (range === null) return isLive && moment.range !== null ? t('look.now') : undefined;
    return typeof range === 'string' ? rangeNameWords(range, moment.lang, t) : spanWords(range, moment.zone);
  }, [isReady, resolved, moment, t]);
  return { config, time };
}
