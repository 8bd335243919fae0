import { useMemo } from 'react';
import {
  findAskedEntity,
  findAskedStatistic,
  groupAsked,
  listAskedFigures,
} from '../../record/figures/question.ts';
import { StatisticView } from '../../record/figures/StatisticView.tsx';
import type { ShownAs } from '../../record/figures/shown.ts';
import { useDrill } from '../../record/figures/useDrill.ts';
import { WidgetFailed, WidgetSkeleton } from '../frame/WidgetStates.tsx';
import { useGuest } from '../widget/guest.ts';
import type { WidgetProps } from '../widget/widget.ts';
import { type FigureConfig, figureCompare, figurePeriod, readFigures } from './figureNeeds.ts';
import './figureWidget.css';
import { useLiveRecords } from './useLiveRecords.ts';

/** Draws statistics of records on a board. Each figure links to its records, if the user may open their list. */
export function FigureWidget<C extends FigureConfig>({
  as,
  config,
  context,
  results,
  status,
  retry,
  refresh,
}: WidgetProps<C> & { as: ShownAs }) {
  const guest = useGuest();
  const { question = {} } = config;
  const statistic = findAskedStatistic(question);
  const entity = statistic && findAskedEntity(statistic);
  const counted = useMemo(
    () => ({ period: figurePeriod(config, context), group: entity ? groupAsked(entity, question) : null }),
    [config, context, entity, question],
  );
  const drill = useDrill(statistic, counted, question.here ? context.stationSn : null);
  useLiveRecords(entity, refresh);
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[90, 70, 80, 60]} />;
  const answer = readFigures(results[0]);
  if (!answer || !statistic) return <WidgetFailed retry={retry} msg={results[0]?.msg} />;
  return (
    <div className="wd-figurewidget" data-as={as}>
      <StatisticView
        {...{ as, statistic, answer }}
        figures={listAskedFigures(statistic, question)}
        compare={figureCompare(config)}
        drill={guest || context.editing ? null : drill}
      />
    </div>
  );
}
