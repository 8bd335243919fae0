import { useEffect } from 'react';
import { create } from 'zustand';
import type { Data } from '../../generated/calls.ts';
import { call } from '../api/client.ts';
import { useSession } from './session.ts';

export type MenuGroup = Data<'userMenu'>[number];
export type MenuItem = MenuGroup['children'][number];

/** The group whose pages stand in the phone's bottom bar (V099). */
export const BOTTOM_GROUP = 'bottom';

interface MenuState {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  groups: readonly MenuGroup[];
  load(): Promise<void>;
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
}));

useSession.subscribe((now, before) => {
  if (now.tenantId !== before.tenantId || now.user?.userId !== before.user?.userId) {
    useMenuStore.setState({ status: 'idle', groups: [] });
  }
});

export function useMenu(): MenuState {
  const menu = useMenuStore();
  const { status, load } = menu;
  useEffect(() => {
    if (status === 'idle') void load();
  }, [status, load]);
  return menu;
}
