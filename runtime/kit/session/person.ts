/** Provides the context of the user for rules and defaults of forms, equal to the server's (see personContext). */
import { personContext } from '../../core/access/personContext.ts';
import type { Values } from '../../core/rules/rule.ts';
import { timeZone } from '../browser/timeZone.ts';
import { currentLang } from '../i18n/lang.ts';
import { useSession } from './session.ts';
import { useSiteStore } from './site.ts';

/** Returns the current `$context`. Empty without a signed-in user. */
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
