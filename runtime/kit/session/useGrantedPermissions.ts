import { useMemo } from 'react';
import { useSession } from './session.ts';

/** Returns the permissions that this user has and may grant. A platform administrator has all. */
export function useOwnPermissions(): ReadonlySet<string> {
  const user = useSession((session) => session.user);
  return useMemo(() => new Set([...(user?.admin ? ['*'] : []), ...(user?.permissions ?? [])]), [user]);
}
