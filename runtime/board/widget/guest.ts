/** A guest who opens a board by its link: nothing can be changed, and nothing leads to other pages. */
import { createContext, useContext } from 'react';
import type { PageName } from '../../../generated/pages.ts';
import { pageRegistry } from '../../core/definitions/pages.ts';
import { pageAccess } from '../../kit/session/access.ts';
import { useSession } from '../../kit/session/session.ts';

export const GuestContext = createContext(false);

export const useGuest = (): boolean => useContext(GuestContext);

/** Returns whether a widget may do on behalf of this person what the permission is about. */
export function useMay(permission: string): boolean {
  const may = useSession((session) => session.can(permission));
  return !useGuest() && may;
}

/** The address of the page that a widget leads to; absent where it leads nowhere, or where this person may not go. */
export function usePageRoute(name: PageName): string | undefined {
  const page = pageRegistry.get(name);
  const open = useSession((session) => page !== undefined && pageAccess(page, session) === 'open');
  return !useGuest() && open ? page?.route : undefined;
}
