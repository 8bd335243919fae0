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

/** The columns of a person who works at stations: the energy, and beside it the tasks. */
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

/** The columns of all other users: their tasks. */
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

/** Stations that are not known yet may be there. */
function StationsOrDesk() {
  const { status, stations } = useSite();
  return status === 'ready' && stations.length === 0 ? <Desk /> : <Stations />;
}

/** Shows after a sign-in how the stations of this person do, and what waits for them. */
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
