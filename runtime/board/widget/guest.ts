/** A guest opens a shared board by its link. The board is read-only, without links to other pages. */
import { createContext, useContext } from 'react';
import type { PageName } from '../../../generated/pages.ts';
import { pageRegistry } from '../../core/definitions/pages.ts';
import { pageAccess } from '../../kit/session/pageAccess.ts';
import { useSession } from '../../kit/session/session.ts';

export const GuestContext = createContext(false);

export const useGuest = (): boolean => useContext(GuestContext);

/** Returns whether a widget may offer an action with this permission to the user. Guests have no permissions. */
export function useMay(permission: string): boolean {
  const may = useSession((session) => session.can(permission));
  return !useGuest() && may;
}

/**
 * Returns the address of the page that a widget links to. Undefined for guests and for users without access to the
 * page.
 */
export function usePageRoute(name: PageName): string | undefined {
  const page = pageRegistry.get(name);
  const open = useSession((session) => page !== undefined && pageAccess(page, session) === 'open');
  return !useGuest() && open ? page?.route : undefined;
}
