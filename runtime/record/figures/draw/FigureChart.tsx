import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { Chart, type ChartSize } from '../../../kit/chart/Chart.tsx';
import { useLang, useT, useText } from '../../../kit/i18n/index.ts';
import { useTokens } from '../../../kit/theme/themeStore.ts';
import type { ShownProps } from '../shown.ts';
import texts from '../texts.json';
import { figureText, keyText, titleOf } from '../words.ts';
import { chartOption, type DrawnSeries } from './chartOption.ts';
import { drawLines, type FigureLine, linesOf } from './figureLines.ts';
import { tableOf } from './series.ts';

/**
 * Bars or a line along the first split, for each of the figures; the second split has a colour for each of its
 * values.
 */
export function FigureChart({
  statistic,
  answer,
  figures,
  compare,
  kind,
  drill,
}: ShownProps & { kind: 'bar' | 'line' }) {
  const t = useT(texts);
  const text = useText();
  const lang = useLang();
  const theme = useTokens();
  const navigate = useNavigate();
  const asked = figures.join();
  const lines = useMemo(() => linesOf(answer, asked.split(',')), [answer, asked]);
  const { places } = tableOf(answer, figures[0] ?? '');
  const [first = '', ...others] = answer.by;
  const labels = places.map((row) => keyText(statistic, first, row, lang) ?? t('figures.none'));
  const titles = figures.map((figure) => text(titleOf(statistic, figure)));
  const nameOf = ({ figure, row }: FigureLine): string => {
    const keys = others.map((name) => keyText(statistic, name, row, lang) ?? t('figures.none'));
    const isNamed = keys.length === 0 || figures.length > 1;
    const title = isNamed ? [text(titleOf(statistic, figure))] : [];
    return [...title, ...keys, ...(row.currency ? [row.currency] : [])].join(' · ');
  };
  const drawn = drawLines(lines, theme.chart, {
    name: nameOf,
    before: t(compare === 'year' ? 'figures.yearShort' : 'figures.beforeShort'),
  });
  const picture = JSON.stringify([kind, labels, drawn]);
  const option = useCallback(
    (size: ChartSize) => {
      const [, shownLabels, shownSeries] = JSON.parse(picture) as [string, string[], DrawnSeries[]];
      return chartOption(
        {
          ...{ kind, labels: shownLabels, series: shownSeries, stacked: others.length > 0 },
          text: (value, figure) => figureText(statistic, figure, value, null, lang),
        },
        size,
      );
    },
    [picture, kind, others.length, statistic, lang],
  );
  const press = ({ index, series: id }: { index: number; series: string }) => {
    const line = lines.find(({ key }) => key === id);
    const row = line?.rows[index];
    const to = line && row && drill?.href(row, line.figure);
    if (!to) return;
    drill?.follow();
    void navigate(to);
  };
  return (
    <Chart
      className="wd-statistic-chart"
      option={option}
      press={drill ? press : undefined}
      label={t('figures.of', { title: titles.join(' · '), count: places.length })}
    />
  );
}
