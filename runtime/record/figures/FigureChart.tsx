import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { Chart, type ChartSize } from '../../kit/chart/Chart.tsx';
import { useLang, useT, useText } from '../../kit/i18n/index.ts';
import { useTokens } from '../../kit/theme/themeStore.ts';
import { chartOption, type DrawnSeries } from './chartOption.ts';
import { type FigureSeries, tableOf } from './series.ts';
import type { ShownProps } from './shown.ts';
import texts from './texts.json';
import { figureText, keyText, titleOf } from './words.ts';

/** Bars or a line along the first split; the second split has a colour for each of its values. */
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
  const [figure = ''] = figures;
  const title = text(titleOf(statistic, figure));
  const { places, series } = useMemo(() => tableOf(answer, figure), [answer, figure]);
  const [first = '', ...others] = answer.by;
  const labels = places.map((row) => keyText(statistic, first, row, lang) ?? t('figures.none'));
  const nameOf = ({ row }: FigureSeries): string => {
    const keys = others.map((name) => keyText(statistic, name, row, lang) ?? t('figures.none'));
    return [...(keys.length > 0 ? keys : [title]), ...(row.currency ? [row.currency] : [])].join(' · ');
  };
  const drawn = series.flatMap((line, index): DrawnSeries[] => {
    const common = { name: nameOf(line), color: theme.chart[index % theme.chart.length]! };
    const now = { ...common, key: line.key, values: line.values, compared: false };
    if (!line.before) return [now];
    const name = `${common.name} · ${t(compare === 'year' ? 'figures.yearShort' : 'figures.beforeShort')}`;
    return [{ ...common, name, key: `${line.key} before`, values: line.before, compared: true }, now];
  });
  const picture = JSON.stringify([kind, labels, drawn]);
  const option = useCallback(
    (size: ChartSize) => {
      const [, shownLabels, shownSeries] = JSON.parse(picture) as [string, string[], DrawnSeries[]];
      return chartOption(
        {
          ...{ kind, labels: shownLabels, series: shownSeries, stacked: others.length > 0 },
          text: (value) => figureText(statistic, figure, value, null, lang),
        },
        size,
      );
    },
    [picture, kind, others.length, statistic, figure, lang],
  );
  const press = ({ index, series: id }: { index: number; series: string }) => {
    const row = series.find(({ key }) => key === id)?.rows[index];
    const to = row && drill?.href(row, figure);
    if (!to) return;
    drill?.follow();
    void navigate(to);
  };
  return (
    <Chart
      className="wd-statistic-chart"
      option={option}
      press={drill ? press : undefined}
      label={t('figures.of', { title, count: places.length })}
    />
  );
}
