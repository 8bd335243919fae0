import type { ReactNode } from 'react';
import type { Data } from '../../../generated/calls.ts';
import { useT } from '../../kit/i18n/index.ts';
import { TimeAgo } from '../../kit/parts/TimeAgo.tsx';
import '../../form/rights/access.css';
import { browserName } from './browserName.ts';

type OpenSession = Data<'ownSessions'>[number];

interface Props {
  sessions: readonly OpenSession[];
  /** Renders the action for a session. */
  action?(session: OpenSession): ReactNode;
}

/** Lists the open sessions of a user. */
export function SessionList({ sessions, action }: Props) {
  const t = useT();
  return (
    <ul className="wd-signin-list">
      {sessions.map((session) => (
        <li key={session.id}>
          <div>
            <p>
              {browserName(session.userAgent) ?? t('me.sessionUnknown')}
              {session.current && <span className="wd-tag">{t('me.sessionCurrent')}</span>}
            </p>
            <p className="wd-signin-note">
              {session.ip} · {t('me.sessionSeen')} <TimeAgo at={session.lastSeenAt} />
            </p>
          </div>
          {action?.(session)}
        </li>
      ))}
    </ul>
  );
}
