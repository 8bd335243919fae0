import { Button } from 'antd';
import { Link, useSearchParams } from 'react-router';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { type Station, useStation } from '../../runtime/kit/session/site.ts';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import './devices.css';
import { DeviceGrid } from './parts/DeviceGrid.tsx';
import { DeviceTree } from './parts/DeviceTree.tsx';
import { DeviceValues } from './parts/DeviceValues.tsx';
import { type DevicePlace, readPlace, writePlace } from './parts/deviceTree.ts';
import texts from './texts.json';

const ICON = 16;

interface ShownProps {
  station: Station;
  place: DevicePlace;
  onPlace(place: DevicePlace): void;
}

function Shown({ station, place, onPlace }: ShownProps) {
  const t = useT(texts);
  const { type, sn } = place;
  if (sn === null) return <DeviceGrid key={type} stationSn={station.sn} type={type} onPlace={onPlace} />;
  return (
    <>
      <nav className="wd-device-way" aria-label={t('device.way')}>
        <Button size="small" type="text" onClick={() => onPlace({ type, sn: null })}>
          <Icon name="back" size={ICON} /> {t('device.grid')}
        </Button>
        <Link to={`/main/ems/map/equipDetail?${new URLSearchParams({ sn })}`}>{t('device.detail')}</Link>
      </nav>
      <DeviceValues key={sn} sn={sn} stationSn={station.sn} />
    </>
  );
}

/** R046: shows the station's devices as a tree, with their current values. */
export default function Equipment() {
  const t = useT(texts);
  const station = useStation();
  const [params, setParams] = useSearchParams();
  const place = readPlace(params);
  const onPlace = (next: DevicePlace) => setParams(writePlace(next));
  if (!station) return null;
  return (
    <section className="wd-equipment" aria-label={t('device.title')}>
      <aside className="wd-card wd-equipment-tree">
        <DeviceTree key={station.sn} stationSn={station.sn} place={place} onPlace={onPlace} />
      </aside>
      <div className="wd-equipment-shown">
        <Shown {...{ station, place, onPlace }} />
      </div>
    </section>
  );
}
