import { useNavigate } from 'react-router';
import type { StationAlarmStatusConfig } from '../../generated/types.ts';
import { objectData } from '../../runtime/board/reading.ts';
import { WidgetFailed, WidgetSkeleton } from '../../runtime/board/WidgetStates.tsx';
import type { WidgetProps } from '../../runtime/board/widget.ts';
import { pageRegistry } from '../../runtime/core/definitions/pages.ts';
import { useT } from '../../runtime/i18n/index.ts';
import { Icon } from '../../runtime/theme/Icon.tsx';
import { leadsToRecords, openAlarms } from './status.ts';
import './stationAlarmStatus.css';

/** V015 */
const RECORD_PAGE = 'SiteWarningRecord';

/** W004: whether the station has open alarms, and the way to them. */
export function StationAlarmStatus({
  context,
  results,
  status,
  retry,
}: WidgetProps<StationAlarmStatusConfig>) {
  const t = useT();
  const navigate = useNavigate();
  const recordPath = pageRegistry.get(RECORD_PAGE)?.route;
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[60]} />;
  const amount = openAlarms(objectData(results[0]));
  const hasAlarm = amount > 0;
  const content = (
    <>
      <span className="wd-alarmstatus-icon">
        <Icon name={hasAlarm ? 'alarm' : 'check'} />
      </span>
      <span className="wd-alarmstatus-words">
        <b>{t(hasAlarm ? 'widget.stationAlarmStatus.alarm' : 'widget.stationAlarmStatus.normal')}</b>
        <small>
          {hasAlarm ? t('widget.stationAlarmStatus.open', { amount }) : t('widget.stationAlarmStatus.none')}
        </small>
      </span>
    </>
  );
  const state = hasAlarm ? 'alarm' : 'normal';
  if (!recordPath || !leadsToRecords(amount, context.editing)) {
    return (
      <div className="wd-alarmstatus" data-state={state}>
        {content}
      </div>
    );
  }
  return (
    <button
      type="button"
      className="wd-alarmstatus"
      data-state={state}
      onClick={() => void navigate(recordPath)}
    >
      {content}
      <span className="wd-alarmstatus-go">
        <Icon name="chevron" />
      </span>
    </button>
  );
}
