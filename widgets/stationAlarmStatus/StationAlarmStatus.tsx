import { useNavigate } from 'react-router';
import type { StationAlarmStatusConfig } from '../../generated/types.ts';
import { StatusCard } from '../../runtime/board/figure/StatusCard.tsx';
import { WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { usePageRoute } from '../../runtime/board/widget/guest.ts';
import { objectData } from '../../runtime/board/widget/reading.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { leadsToRecords, openAlarms } from './status.ts';
import texts from './texts.json';

/** V015: the page that a click opens. */
const RECORD_PAGE = 'SiteWarningRecord';

/** W004: shows the number of open alarms at the station, with a link to them. */
export function StationAlarmStatus({
  context,
  results,
  status,
  retry,
}: WidgetProps<StationAlarmStatusConfig>) {
  const t = useT(texts);
  const navigate = useNavigate();
  const recordPath = usePageRoute(RECORD_PAGE);
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[60]} />;
  const amount = openAlarms(objectData(results[0]));
  const hasAlarm = amount > 0;
  const leads = recordPath !== undefined && leadsToRecords(amount, context.editing);
  return (
    <StatusCard
      state={hasAlarm ? 'abnormal' : 'normal'}
      icon={hasAlarm ? 'alarm' : 'check'}
      text={t(hasAlarm ? 'widget.stationAlarmStatus.alarm' : 'widget.stationAlarmStatus.normal')}
      detail={
        hasAlarm
          ? t('widget.stationAlarmStatus.open', { count: amount })
          : t('widget.stationAlarmStatus.none')
      }
      onOpen={leads ? () => void navigate(recordPath) : undefined}
    />
  );
}
