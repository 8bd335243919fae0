import { useSession } from '../../runtime/kit/session/session.ts';
import { usePhone } from '../../runtime/kit/theme/useMedia.ts';
import { Greeting } from './parts/Greeting.tsx';
import { OpenAlarms } from './parts/OpenAlarms.tsx';
import { OwnBoards } from './parts/OwnBoards.tsx';
import { Recents } from './parts/Recents.tsx';
import { leadsTenant } from './parts/steps.ts';
import { Tour } from './parts/Tour.tsx';
import { Waiting } from './parts/Waiting.tsx';
import './start.css';

/** Shows after a sign-in what waits for this person, and the way back to what they work with. */
export default function StartPage() {
  const phone = usePhone();
  const can = useSession((session) => session.can);
  return (
    <div className="wd-start" data-layout={phone ? 'phone' : 'desk'}>
      <Greeting />
      {leadsTenant(can) && <Tour />}
      <div className="wd-start-columns">
        <div>
          <Waiting />
          {can('alarm:list') && <OpenAlarms />}
        </div>
        <div>
          {can('kanban:get') && <OwnBoards />}
          <Recents />
        </div>
      </div>
    </div>
  );
}
