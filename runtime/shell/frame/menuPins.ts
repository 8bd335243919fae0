/** The pages that the user has pinned to the top of the menu, stored in the account. */
import { useEffect } from 'react';
import { create } from 'zustand';
import { call } from '../../kit/api/client.ts';
import { useSession } from '../../kit/session/session.ts';

const PREFERENCE = 'menu.pins';
const quiet = { quiet: true };

interface PinState {
  status: 'idle' | 'loading' | 'ready';
  /** Names of pinned pages, in order of pinning. */
  pins: readonly string[];
  load(): Promise<void>;
  toggle(page: string): void;
}

const namesOf = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];

export const usePinStore = create<PinState>((set, get) => ({
  status: 'idle',
  pins: [],
  async load() {
    set({ status: 'loading' });
    const answer = await call('preferenceGet', { path: { key: PREFERENCE } }, quiet).catch(() => null);
    // In the meantime another user may have signed in, or the user may have pinned a page.
    if (get().status === 'loading') set({ status: 'ready', pins: namesOf(answer?.value?.pages) });
  },
  toggle(page) {
    const { pins } = get();
    const next = pins.includes(page) ? pins.filter((name) => name !== page) : [...pins, page];
    set({ status: 'ready', pins: next });
    call('preferenceSave', { path: { key: PREFERENCE }, body: { value: { pages: next } } }, quiet).catch(
      () => {
        // After a failure the pins remain in this window.
      },
    );
  },
}));

useSession.subscribe((now, before) => {
  if (now.tenantId !== before.tenantId || now.user?.userId !== before.user?.userId)
    usePinStore.setState({ status: 'idle', pins: [] });
});

export function usePins(): PinState {
  const state = usePinStore();
  const { status, load } = state;
  useEffect(() => {
    if (status === 'idle') void load();
  }, [status, load]);
  return state;
}
