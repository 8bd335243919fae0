import { useNavigate } from 'react-router';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { useSession } from '../../runtime/kit/session/session.ts';
import { useStation } from '../../runtime/kit/session/site.ts';
import { OpenEvents } from '../cameras/parts/OpenEvents.tsx';
import { LiveDiagram } from './parts/LiveDiagram.tsx';
import texts from './texts.json';

const WALL = '/main/ems/map/monitor/video';

/** R045: shows the station's single-line diagram with live values and camera events. An event links to its camera. */
export default function Topology() {
  const t = useT(texts);
  const station = useStation();
  const navigate = useNavigate();
  const can = useSession((session) => session.can);
  const events = station && can('ipcEvent:list') && (
    <OpenEvents
      quiet
      station={station}
      mayConfirm={can('ipcEvent:confirm')}
      onCamera={(id) => void navigate(`${WALL}?${new URLSearchParams({ camera: String(id) })}`)}
    />
  );
  return <LiveDiagram label={t('diagram.topology')} below={events} />;
}
