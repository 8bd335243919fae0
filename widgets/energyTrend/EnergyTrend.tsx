import { useCallback, useMemo } from 'react';
import type { EnergyTrendConfig } from '../../generated/types.ts';
import { chartLabel, thresholdLines } from '../../runtime/board/chart/thresholdLines.ts';
import { energyFigures, refusalOf } from '../../runtime/board/energy/figures.ts';
import { labelColor, labelRange } from '../../runtime/board/energy/labels.ts';
import { NoLabels } from '../../runtime/board/energy/NoLabels.tsx';
import { stackOption } from '../../runtime/board/energy/stack.ts';
import { ComparedWith } from '../../runtime/board/figure/ComparedWith.tsx';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { useZoom } from '../../runtime/board/view/zoom.tsx';
import { changeBetween } from '../../runtime/board/widget/change.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { Chart, type ChartSize } from '../../runtime/kit/chart/Chart.tsx';
import { stepBounds, stepScale } from '../../runtime/kit/chart/timeScale.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { useTokens } from '../../runtime/kit/theme/themeStore.ts';
import { courseTotal, labelSeries, readCourse } from './course.ts';

/** W022: shows the use of labels over hours, days or months. */
export function EnergyTrend({
  config,
  context,
  results,
  compared,
  status,
  retry,
}: WidgetProps<EnergyTrendConfig>) {
  const t = useT();
  const theme = useTokens();
  const { bucket, to } = labelRange(config, context);
  const course = useMemo(() => readCourse(results[0]), [results]);
  const scale = stepScale(stepBounds(course?.time_keys, to));
  const zoom = useZoom(context, config.range, scale);
  const figures = useMemo(() => energyFigures(course?.energyType?.unit ?? '', config), [course, config]);
  const series = useMemo(
    () => (course ? labelSeries(course, config, (place) => labelColor(theme, place), figures) : []),
    [course, config, theme, figures],
  );
  const option = useCallback(
    (size: ChartSize) =>
      stackOption(
        {
          time_keys: course?.time_keys ?? [],
          bucket,
          series,
          unit: figures.unit,
          decimals: figures.decimals,
          kind: config.showType ?? 'bar',
          lines: thresholdLines(config.thresholds, theme),
        },
        size,
      ),
    [course, bucket, series, figures, config.showType, config.thresholds, theme],
  );
  if (results.length === 0)
    return status === 'failed' ? (
      <WidgetFailed retry={retry} />
    ) : (
      <WidgetSkeleton rows={[30, 100, 100, 100]} />
    );
  if (!course) return <WidgetFailed retry={retry} msg={refusalOf(results)} />;
  if (course.labels.length === 0) return <NoLabels />;
  if (course.labels.every(({ value }) => value === null)) return <WidgetEmpty text={t('widget.noData')} />;
  const before = readCourse(compared[0]);
  return (
    <div className="wd-charted">
      {before && (
        <ComparedWith
          period={config.compare}
          change={changeBetween(courseTotal(course, config.branch), courseTotal(before, config.branch))}
        />
      )}
      <Chart
        option={option}
        span={zoom}
        time={scale}
        label={chartLabel(
          t('energy.chart', { names: series.map(({ name }) => name).join(', ') }),
          config.thresholds,
        )}
      />
    </div>
  );
}
