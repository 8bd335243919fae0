import { useText } from '../../../runtime/kit/i18n/index.ts';
import type { StationToolProps } from '../../../runtime/record/dialog/entityExtras.ts';
import { ConfirmDialog } from '../../../widgets/alarmList/ConfirmDialog.tsx';
import { confirmStation, useStationOf } from './stationAlarms.ts';

const ALL = { zh: '{station}的所有未处理告警', en: 'All open alarms of {station}' };

/** V110: confirms all open alarms of a station with a common remark. */
export default function ConfirmStation({ stationSn, onClose }: StationToolProps) {
  const text = useText();
  const station = useStationOf(stationSn);
  if (!station) return null;
  return (
    <ConfirmDialog
      subject={text(ALL).replace('{station}', station.name)}
      onConfirm={(checkInfo) => confirmStation(station, checkInfo, text)}
      onClose={onClose}
    />
  );
}
