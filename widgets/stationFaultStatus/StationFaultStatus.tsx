import type { StationFaultStatusConfig } from '../../generated/types.ts';
import { StatusCard } from '../../runtime/board/figure/StatusCard.tsx';
import { WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { objectData } from '../../runtime/board/widget/reading.ts';
import { openTasks } from '../../runtime/board/widget/stationState.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import texts from './texts.json';

/** W009: shows the fault status, based on tasks instead of alarms. */
export function StationFaultStatus({ results, status, retry }: WidgetProps<StationFaultStatusConfig>) {
  const t = useT(texts);
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[60]} />;
  const amount = openTasks(objectData(results[0]));
  return (
    <StatusCard
      state={amount > 0 ? 'abnormal' : 'normal'}
      icon={amount > 0 ? 'warning' : 'check'}
      text={t(amount > 0 ? 'widget.station.abnormal' : 'widget.station.normal')}
      detail={amount > 0 ? t('widget.station.openTasks', { count: amount }) : t('widget.station.noTasks')}
    />
  );
}
