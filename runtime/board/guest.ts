/** Whoever looks at a board by a link alone: nothing can be changed there, and nothing leads to other pages. */
import { createContext, useContext } from 'react';
import { pageRegistry } from '../core/definitions/pages.ts';
import { useSession } from '../shell/session.ts';

export const GuestContext = createContext(false);

export const useGuest = (): boolean => useContext(GuestContext);

/** Whether a widget may do on behalf of this person what the permission is about. */
export function useMay(permission: string): boolean {
  const may = useSession((session) => session.can(permission));
  return !useGuest() && may;
}

/** The address of the page that a widget leads to; absent where it leads nowhere. */
export function usePageRoute(name: string): string | undefined {
  const guest = useGuest();
  return guest ? undefined : pageRegistry.get(name)?.route;
}
