/** Draws thresholds on a chart: a line for each, in its colour and with its name. */
import { formatNumber } from '../../core/numbers/format.ts';
import { shownColor } from '../../kit/theme/contrast.ts';
import type { Tokens } from '../../kit/theme/tokens.ts';
import { type Threshold, thresholdLabel } from '../options/thresholds.ts';

/** Draws lines for the series of the first value axis. It draws nothing if there are no thresholds. */
export function thresholdLines(thresholds: readonly Threshold[] | undefined, theme: Tokens) {
  const fixed = (thresholds ?? []).filter(({ from }) => from !== undefined);
  if (fixed.length === 0) return {};
  return {
    markLine: {
      silent: true,
      symbol: 'none',
      precision: -1,
      data: fixed.map(({ from, color = theme.text.secondary, name }) => ({
        yAxis: from as number,
        lineStyle: { color: shownColor(color, theme), type: 'dashed' as const, width: 1 },
        label: {
          position: 'insideEndTop' as const,
          distance: 2,
          color: theme.text.secondary,
          formatter: thresholdLabel({ from, name }),
        },
      })),
    },
  };
}

/** Returns the description of a chart for screen readers, with its threshold lines. */
export function chartLabel(label: string, thresholds: readonly Threshold[] | undefined): string {
  const lines = (thresholds ?? []).flatMap(({ from, name }) =>
    from === undefined ? [] : `${name ?? ''} ≥ ${formatNumber(from)}`.trim(),
  );
  return [label, ...lines].join('; ');
}
