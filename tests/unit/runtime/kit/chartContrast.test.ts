/** Charts are drawn on a canvas. The checks of pages cannot read its colours, so this test checks them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HistogramConfig } from '../../../../generated/types.ts';
import { thresholdLines } from '../../../../runtime/board/chart/thresholdLines.ts';
import { type ChartSeries, COMPARED_LINE, paleBar } from '../../../../runtime/kit/chart/frame.ts';
import { chartTheme } from '../../../../runtime/kit/theme/chartTheme.ts';
import { shownColor } from '../../../../runtime/kit/theme/contrast.ts';
import { THEME_NAMES, tokens } from '../../../../runtime/kit/theme/tokens.ts';
import { timeOption } from '../../../../widgets/histogram/option.ts';
import { contrast, over } from './colour.ts';

/** WCAG 2.2 AA: texts (1.4.3), and parts that are necessary to read a picture (1.4.11). */
const TEXT = 4.5;
const GRAPHIC = 3;
const PICKED = ['#FFFF00', '#000000', '#808080', '#409EFF', '#1B2026'];
const ROOT = join(import.meta.dirname, '../../../..');

interface Style {
  color?: string;
  borderColor?: string;
  opacity?: number;
}

/** Returns the colour that `#rrggbb` or `#rrggbbaa` has on a background, drawn with an opacity. */
function drawn(color: string, ground: string, opacity = 1): string {
  const [r, g, b, a = 255] = color.match(/[\da-f]{2}/gi)!.map((part) => Number.parseInt(part, 16));
  return over(`rgba(${r}, ${g}, ${b}, ${(a / 255) * opacity})`, ground);
}

/** A bar is visible by its edge or its filling, whichever is stronger. */
const barContrast = ({ color, borderColor, opacity }: Style, ground: string): number =>
  Math.max(
    ...[color, borderColor].flatMap((one) => (one ? [contrast(drawn(one, ground, opacity), ground)] : [])),
  );

describe.each(THEME_NAMES)('a chart on the theme %s', (name) => {
  const theme = tokens[name];
  const { card } = theme.surface;
  const look = chartTheme(theme);
  const colors = [
    ...theme.chart,
    ...Object.values(theme.energy),
    ...PICKED.map((one) => shownColor(one, theme)),
  ];

  it('has readable axes, legend and text lines', () => {
    const { categoryAxis, valueAxis, legend } = look;
    const axes = [categoryAxis, valueAxis].flatMap((axis) => [
      axis.axisLabel.color,
      axis.nameTextStyle.color,
    ]);
    for (const color of [look.textStyle.color, ...axes, legend.textStyle.color, legend.pageTextStyle.color])
      expect(contrast(color, card), color).toBeGreaterThanOrEqual(TEXT);
    const { textStyle, backgroundColor } = look.tooltip;
    expect(contrast(textStyle.color, backgroundColor)).toBeGreaterThanOrEqual(TEXT);
  });

  it('has series that are visible on the card, also those of an earlier period', () => {
    expect(look.color).toEqual(theme.chart);
    for (const color of colors) {
      expect(contrast(color, card), color).toBeGreaterThanOrEqual(GRAPHIC);
      const line: Style = { ...COMPARED_LINE, color };
      expect(contrast(drawn(color, card, line.opacity), card), color).toBeGreaterThanOrEqual(GRAPHIC);
      expect(barContrast(paleBar(color), card), color).toBeGreaterThanOrEqual(GRAPHIC);
    }
  });

  it('uses such colours for the bars of now and of before', () => {
    const series = theme.chart.flatMap((color, at): ChartSeries[] => {
      const one = { key: `${at}`, name: '', color, unit: 'kWh', points: [[0, 1]] as [number, number][] };
      return [one, { ...one, key: `${at} before`, compared: true }];
    });
    const window = { from: '2026-05-04T00:00:00Z', to: '2026-05-05T00:00:00Z', bucket: 'day' as const };
    const option = timeOption(
      {} as HistogramConfig,
      series,
      window,
      'UTC',
      { width: 400, height: 300 },
      theme,
    );
    const bars = option.series as { color: string; itemStyle?: Style }[];
    expect(bars).toHaveLength(series.length);
    for (const { color, itemStyle } of bars)
      expect(barContrast({ color, ...itemStyle }, card), color).toBeGreaterThanOrEqual(GRAPHIC);
  });

  it('has visible threshold lines with readable names', () => {
    const { markLine } = thresholdLines(
      [...PICKED, undefined].map((color, from) => ({ from, ...(color && { color }) })),
      theme,
    );
    const lines = (markLine as { data: { lineStyle: Style; label: Style }[] }).data;
    expect(lines).toHaveLength(PICKED.length + 1);
    for (const { lineStyle, label } of lines) {
      expect(contrast(lineStyle.color!, card)).toBeGreaterThanOrEqual(GRAPHIC);
      expect(contrast(label.color!, card)).toBeGreaterThanOrEqual(TEXT);
    }
  });
});

it('draws no text with an opacity, which no token covers', () => {
  const files = globSync('{widgets,pages,runtime}/**/*.css', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(80);
  const pale = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/([^{}]+)\{[^{}]*opacity: 0?\.\d[^{}]*\}/g)].map(
      ([, rule = '']) => rule.trim(),
    ),
  );
  expect(pale.sort()).toEqual(
    [
      // The pulse of a placeholder, which has no text.
      '50%',
      // The parts of a ring that are not under the pointer. Their names and figures beside it stay unchanged.
      '.wd-share-part[data-quiet]',
      // The areas of the picture beside the sign-in.
      '.wd-day-charge',
      '.wd-day-discharge',
      // A column while the user drags it with the mouse.
      '[data-moving]',
    ].sort(),
  );
});
