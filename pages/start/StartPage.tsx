import { useSession } from '../../runtime/kit/session/session.ts';
import { useSite } from '../../runtime/kit/session/site.ts';
import { usePhone } from '../../runtime/kit/theme/useMedia.ts';
import { EnergyNow } from './parts/EnergyNow.tsx';
import { Greeting } from './parts/Greeting.tsx';
import { OpenAlarms } from './parts/OpenAlarms.tsx';
import { OwnBoards } from './parts/OwnBoards.tsx';
import { Recents } from './parts/Recents.tsx';
import { StationsMap } from './parts/StationsMap.tsx';
import { leadsTenant } from './parts/steps.ts';
import { Tour } from './parts/Tour.tsx';
import { Waiting } from './parts/Waiting.tsx';
import './start.css';

/** The columns for users with stations: energy, and tasks beside it. */
function Stations() {
  const can = useSession((session) => session.can);
  return (
    <>
      <div>
        <EnergyNow />
        {can('alarm:list') && <OpenAlarms />}
        <StationsMap />
      </div>
      <div>
        <Waiting />
        {leadsTenant(can) && <Tour />}
        {can('kanban:get') && <OwnBoards />}
        <Recents />
      </div>
    </>
  );
}

/** The column of tasks for all other users. */
function Desk() {
  const can = useSession((session) => session.can);
  return (
    <>
      <div>
        {leadsTenant(can) && <Tour />}
        <Waiting />
        {can('alarm:list') && <OpenAlarms />}
      </div>
      <div>
        <Recents />
      </div>
    </>
  );
}

/** Shows the stations, unless the user certainly has none. */
function StationsOrDesk() {
  const { status, stations } = useSite();
  return status === 'ready' && stations.length === 0 ? <Desk /> : <Stations />;
}

/** The first page after sign-in: the state of the user's stations, and the user's tasks. */
export default function StartPage() {
  const phone = usePhone();
  const seesStations = useSession((session) => session.can('station:list'));
  return (
    <div className="wd-start" data-layout={phone ? 'phone' : 'desk'}>
      <Greeting />
      <div className="wd-start-columns">{seesStations ? <StationsOrDesk /> : <Desk />}</div>
    </div>
  );
}
