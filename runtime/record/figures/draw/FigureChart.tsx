import { Fragment, useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { Chart, type ChartSize } from '../../../kit/chart/Chart.tsx';
import { useLang, useT, useText } from '../../../kit/i18n/index.ts';
import { useTokens } from '../../../kit/theme/themeStore.ts';
import type { ShownProps } from '../shown.ts';
import texts from '../texts.json';
import { figureText, keyText, titleOf } from '../words.ts';
import { chartOption, type DrawnSeries } from './chartOption.ts';
import { drawLines, type FigureLine, linesOf, partLines } from './figureLines.ts';
import { tableOf } from './series.ts';

interface Props extends ShownProps {
  kind: 'bar' | 'line';
}

/**
 * Shows bars or lines along the first dimension, for each figure. Values of the second dimension have different
 * colours. Each currency has a separate chart.
 */
export function FigureChart(props: Props) {
  const { answer } = props;
  const figureNames = props.figures.join();
  const charts = useMemo(() => partLines(linesOf(answer, figureNames.split(','))), [answer, figureNames]);
  return charts.map((lines) => {
    const currency = lines[0]?.row.currency ?? null;
    return (
      <Fragment key={currency}>
        {charts.length > 1 && <p className="wd-statistic-currency">{currency}</p>}
        <LinesChart {...props} {...{ lines, currency }} />
      </Fragment>
    );
  });
}

function LinesChart(props: Props & { lines: readonly FigureLine[]; currency: string | null }) {
  const { statistic, answer, figures, compare, kind, drill, lines, currency } = props;
  const t = useT(texts);
  const text = useText();
  const lang = useLang();
  const theme = useTokens();
  const navigate = useNavigate();
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
          text: (value, figure) => figureText(statistic, figure, value, currency, lang),
        },
        size,
      );
    },
    [picture, kind, others.length, statistic, currency, lang],
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
      label={t('figures.of', {
        title: [...titles, ...(currency ? [currency] : [])].join(' · '),
        count: places.length,
      })}
    />
  );
}
