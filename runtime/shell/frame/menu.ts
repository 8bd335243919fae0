import { useEffect } from 'react';
import { create } from 'zustand';
import type { Data } from '../../../generated/calls.ts';
import { pageRegistry } from '../../core/definitions/pages.ts';
import { call } from '../../kit/api/client.ts';
import { areRightsNew, useSession } from '../../kit/session/session.ts';

export type MenuGroup = Data<'userMenu'>[number];
export type MenuItem = MenuGroup['children'][number];

interface MenuState {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  groups: readonly MenuGroup[];
  load(): Promise<void>;
  /** Loads the menu again. Until then the current menu remains. */
  refresh(): Promise<void>;
}

export const useMenuStore = create<MenuState>((set) => ({
  status: 'idle',
  groups: [],
  async load() {
    set({ status: 'loading' });
    try {
      set({ status: 'ready', groups: await call('userMenu', {}, { quiet: true }) });
    } catch {
      set({ status: 'failed' });
    }
  },
  async refresh() {
    await call('userMenu', {}, { quiet: true }).then(
      (groups) => set({ groups }),
      () => {},
    );
  },
}));

useSession.subscribe((now, before) => {
  if (now.tenantId !== before.tenantId || now.user?.userId !== before.user?.userId) {
    useMenuStore.setState({ status: 'idle', groups: [] });
  } else if (areRightsNew(now, before)) void useMenuStore.getState().refresh();
});

/** Reloads the menu after a change of pages. Until then the current menu remains. */
function followPages(): void {
  if (useMenuStore.getState().status === 'ready') void useMenuStore.getState().refresh();
}

pageRegistry.subscribe(followPages);
// In development, pages can change before the server of the menu has restarted.
import.meta.hot?.on('wattdeck:server', followPages);

export function useMenu(): MenuState {
  const menu = useMenuStore();
  const { status, load } = menu;
  useEffect(() => {
    if (status === 'idle') void load();
  }, [status, load]);
  return menu;
}
