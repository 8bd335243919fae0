import type { StationCommunicationConfig } from '../../generated/types.ts';
import { StatusCard } from '../../runtime/board/figure/StatusCard.tsx';
import { WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { objectData } from '../../runtime/board/widget/reading.ts';
import { isCommunicating, readDevices } from '../../runtime/board/widget/stationState.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';

/** W002: shows whether the station is online, and the number of reporting devices. */
export function StationCommunication({ results, status, retry }: WidgetProps<StationCommunicationConfig>) {
  const t = useT();
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[60]} />;
  const state = objectData(results[0]);
  const devices = readDevices(state);
  const online = devices.filter((device) => device.online).length;
  const isNormal = isCommunicating(state);
  return (
    <StatusCard
      state={isNormal ? 'normal' : 'abnormal'}
      icon={isNormal ? 'online' : 'offline'}
      text={t(isNormal ? 'widget.station.normal' : 'widget.station.abnormal')}
      detail={
        devices.length > 0
          ? t('widget.station.online', { online, total: devices.length })
          : t('widget.station.noDevices')
      }
    />
  );
}
