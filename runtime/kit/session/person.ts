/** Passes the user who fills in a form to its rules and defaults, as the server does (see personContext). */
import { personContext } from '../../core/access/personContext.ts';
import type { Values } from '../../core/rules/rule.ts';
import { timeZone } from '../browser/timeZone.ts';
import { currentLang } from '../i18n/lang.ts';
import { useSession } from './session.ts';
import { useSiteStore } from './site.ts';

/** Returns the `$context` of this moment. It is empty while no user is signed in. */
export function personNow(): Values {
  const { user } = useSession.getState();
  if (!user) return {};
  const { userId, name, deptId } = user;
  const { stationSn, all } = useSiteStore.getState();
  const person = { userId, userName: name, lang: currentLang(), zone: timeZone };
  const place = {
    ...(deptId === null ? {} : { deptId }),
    ...(all || stationSn === null ? {} : { stationSn }),
  };
  return personContext({ ...person, ...place }, Date.now());
}
