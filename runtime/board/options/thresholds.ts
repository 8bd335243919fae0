/**
 * The option `thresholds`: a figure has the colour and name of the highest threshold that it reaches. Charts draw
 * thresholds as lines.
 */
import { formatNumber } from '../../core/numbers/format.ts';
import { shownColor, TEXT_CONTRAST } from '../../kit/theme/contrast.ts';
import type { Tokens } from '../../kit/theme/tokens.ts';

export interface Threshold {
  from?: number;
  color?: string;
  name?: string;
}

export function thresholdOf(
  thresholds: readonly Threshold[] | undefined,
  value: unknown,
): Threshold | undefined {
  if (typeof value !== 'number') return undefined;
  let reached: Threshold | undefined;
  for (const threshold of thresholds ?? []) {
    if (threshold.from === undefined || value < threshold.from) continue;
    if (reached?.from === undefined || threshold.from >= reached.from) reached = threshold;
  }
  return reached;
}

export interface Reached {
  color: string | undefined;
  /** The meaning of the colour. */
  name: string | undefined;
}

/** Returns the colour and name for a figure, in a colour that is readable on the theme. */
export function findReachedThreshold(
  thresholds: readonly Threshold[] | undefined,
  value: unknown,
  theme: Tokens,
): Reached {
  const { color, name } = thresholdOf(thresholds, value) ?? {};
  return { color: color && shownColor(color, theme, TEXT_CONTRAST), name: name || undefined };
}

/** Returns a figure followed by the name of its threshold, for tooltips. */
export function reachedText(
  text: string,
  thresholds: readonly Threshold[] | undefined,
  value: unknown,
): string {
  return [text, thresholdOf(thresholds, value)?.name].filter(Boolean).join(' · ');
}

/** Returns the label of a threshold line: its name, or its value. */
export const thresholdLabel = ({ name, from }: Threshold): string => name || formatNumber(from);
