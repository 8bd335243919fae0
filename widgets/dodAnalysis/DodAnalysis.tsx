import { useCallback, useMemo } from 'react';
import type { DodAnalysisConfig } from '../../generated/types.ts';
import { comparedName } from '../../runtime/board/chart/comparedName.ts';
import { chartLabel } from '../../runtime/board/chart/thresholdLines.ts';
import { ComparedWith } from '../../runtime/board/figure/ComparedWith.tsx';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { reachedText, thresholdOf } from '../../runtime/board/options/thresholds.ts';
import { changeBetween } from '../../runtime/board/widget/change.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { formatNumber, formatQuantity } from '../../runtime/core/numbers/format.ts';
import { Chart, type ChartSize } from '../../runtime/kit/chart/Chart.tsx';
import { stepScale } from '../../runtime/kit/chart/timeScale.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { shownColor } from '../../runtime/kit/theme/contrast.ts';
import { useTokens } from '../../runtime/kit/theme/themeStore.ts';
import { type DodFigures, dodWindow, readDod, readEarlier } from './depth.ts';
import { dodOption } from './option.ts';
import texts from './texts.json';
import './dodAnalysis.css';

type Write = (value: number | null) => string;
const percent: Write = (value) => formatQuantity(value, '%', { decimals: 1 });
const FACTS: readonly [
  name: 'cycles' | 'discharges' | 'average' | 'deepest' | 'lowest',
  of: keyof Fact,
  write: Write,
][] = [
  ['cycles', 'fullCycles', (value) => formatNumber(value, { decimals: 2 })],
  ['discharges', 'count', (value) => formatNumber(value)],
  ['average', 'average', percent],
  ['deepest', 'deepest', percent],
  ['lowest', 'lowest', percent],
];
type Fact = Omit<DodFigures, 'days'>;

interface FactsProps {
  figures: Fact;
  /** The figures of the comparison period. */
  before: Fact | null;
  period: unknown;
}

function Facts({ figures, before, period }: FactsProps) {
  const t = useT(texts);
  return (
    <dl className="wd-dod-facts">
      {FACTS.map(([name, of, write]) => (
        <div key={name}>
          <dt>{t(`widget.dodAnalysis.${name}`)}</dt>
          <dd>
            {write(figures[of])}
            {before && <ComparedWith period={period} change={changeBetween(figures[of], before[of])} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** W014: shows depth and number of discharges of a battery. */
export function DodAnalysis({
  config,
  context,
  results,
  compared,
  status,
  retry,
}: WidgetProps<DodAnalysisConfig>) {
  const t = useT(texts);
  const theme = useTokens();
  const { zone, historical, range } = context;
  // The moment moves on with every render; the chart only changes with the data.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `context.now` must not redraw the chart
  const [figures, before] = useMemo(
    () => [readDod(config, context, results), readEarlier(config, context, compared)] as const,
    [config, results, compared, zone, historical, range],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const option = useCallback(
    (size: ChartSize) =>
      dodOption(
        figures.days,
        before?.days ?? [],
        dodWindow(config, context),
        {
          zone,
          range: t('widget.dodAnalysis.range'),
          depth: t('widget.dodAnalysis.depth'),
          earlier: comparedName(t, t('widget.dodAnalysis.depth'), config.compare),
          write: (depth) => reachedText(percent(depth), config.thresholds, depth),
          color(depth) {
            const reached = thresholdOf(config.thresholds, depth)?.color;
            return reached ? shownColor(reached, theme) : theme.energy.discharge;
          },
        },
        size,
      ),
    [t, theme, config, figures, before],
  );
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[60, 100, 100]} />;
  if (figures.days.every(({ depth }) => depth === null)) return <WidgetEmpty text={t('widget.noData')} />;
  const ends = [...figures.days.map(({ ts }) => ts), Date.parse(dodWindow(config, context).to)];
  return (
    <div className="wd-charted">
      <Facts figures={figures} before={before} period={config.compare} />
      <Chart
        option={option}
        time={stepScale(ends)}
        label={chartLabel(t('widget.dodAnalysis.label'), config.thresholds)}
      />
    </div>
  );
}
