import type { StationStatusDetailConfig } from '../../generated/types.ts';
import { Age } from '../../runtime/board/frame/Age.tsx';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { objectData } from '../../runtime/board/widget/reading.ts';
import { readDevices } from '../../runtime/board/widget/stationState.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import texts from './texts.json';
import './stationStatusDetail.css';

/** W007: shows every device of the station. Devices that do not report are first. */
export function StationStatusDetail({ results, status, retry }: WidgetProps<StationStatusDetailConfig>) {
  const t = useT(texts);
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[90, 70, 85]} />;
  const devices = readDevices(objectData(results[0]));
  if (devices.length === 0)
    return (
      <WidgetEmpty
        text={t('widget.station.noDevices')}
        hint={t('widget.station.noDevicesHint')}
        page="CommunicationEquipment"
      />
    );
  const online = devices.filter((device) => device.online).length;
  const summary = t('widget.station.online', { online, total: devices.length });
  return (
    <div className="wd-devices">
      <p>{summary}</p>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
        tabIndex={0}
        aria-label={summary}
      >
        {devices.map(({ sn, name, online: isOnline, heard }) => (
          <li key={sn}>
            <span className="wd-ellipsis" title={name}>
              {name}
            </span>
            {!isOnline && heard !== null && <Age ts={heard} />}
            <b data-state={isOnline ? 'normal' : 'offline'}>
              <Icon name={isOnline ? 'online' : 'offline'} size={14} />
              {t(isOnline ? 'widget.station.isOnline' : 'widget.station.isOffline')}
            </b>
          </li>
        ))}
      </ul>
    </div>
  );
}
