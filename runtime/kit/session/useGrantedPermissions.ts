import { useMemo } from 'react';
import { useSession } from './session.ts';

/** Returns what this user holds, and so may give: an administrator of the platform everything. */
export function useHeld(): ReadonlySet<string> {
  const user = useSession((session) => session.user);
  return useMemo(() => new Set([...(user?.admin ? ['*'] : []), ...(user?.permissions ?? [])]), [user]);
}
