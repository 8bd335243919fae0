import { useCallback, useMemo } from 'react';
import type { DodAnalysisConfig } from '../../generated/types.ts';
import { Chart, type ChartSize } from '../../runtime/board/Chart.tsx';
import { shownColor } from '../../runtime/board/contrast.ts';
import { threshold_of } from '../../runtime/board/options/thresholds.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/WidgetStates.tsx';
import type { WidgetProps } from '../../runtime/board/widget.ts';
import { number_format, quantity_format } from '../../runtime/core/format.ts';
import { useT } from '../../runtime/i18n/index.ts';
import { useTokens } from '../../runtime/theme/themeStore.ts';
import { type DodFigures, dodWindow, readDod } from './depth.ts';
import { dodOption } from './option.ts';
import './dodAnalysis.css';

function Facts({ figures }: { figures: DodFigures }) {
  const t = useT();
  const percent = (value: number | null) => quantity_format(value, '%', { decimals: 1 });
  const facts: [name: string, value: string][] = [
    [t('widget.dodAnalysis.cycles'), number_format(figures.fullCycles, { decimals: 2 })],
    [t('widget.dodAnalysis.discharges'), number_format(figures.count)],
    [t('widget.dodAnalysis.average'), percent(figures.average)],
    [t('widget.dodAnalysis.deepest'), percent(figures.deepest)],
    [t('widget.dodAnalysis.lowest'), percent(figures.lowest)],
  ];
  return (
    <dl className="wd-dod-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** W014: how deep and how often a storage is discharged. */
export function DodAnalysis({ config, context, results, status, retry }: WidgetProps<DodAnalysisConfig>) {
  const t = useT();
  const theme = useTokens();
  const { zone, historical, range } = context;
  // The moment moves on with every render; the chart only changes with the data.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `context.now` must not redraw the chart
  const figures = useMemo(
    () => readDod(config, context, results),
    [config, results, zone, historical, range],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const option = useCallback(
    (size: ChartSize) =>
      dodOption(
        figures.days,
        dodWindow(config, context),
        {
          zone,
          range: t('widget.dodAnalysis.range'),
          depth: t('widget.dodAnalysis.depth'),
          color(depth) {
            const reached = threshold_of(config.thresholds, depth)?.color;
            return reached ? shownColor(reached, theme) : theme.energy.discharge;
          },
        },
        size,
      ),
    [t, theme, config, figures],
  );
  if (!config.socVar)
    return <WidgetEmpty text={t('widget.dodAnalysis.noVariable')} hint={t('widget.noVariableHint')} />;
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[60, 100, 100]} />;
  if (figures.days.every(({ depth }) => depth === null))
    return <WidgetEmpty text={t('widget.dodAnalysis.empty')} />;
  return (
    <div className="wd-charted">
      <Facts figures={figures} />
      <Chart option={option} label={t('widget.dodAnalysis.label')} />
    </div>
  );
}
