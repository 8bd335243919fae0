import { useCallback, useSyncExternalStore } from 'react';
import { PHONE_WIDTH } from './tokens.ts';

const noMatch = () => false;

/** Tells whether a media query holds now; false where there is no window (server-side tests). */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia?.(query);
      media?.addEventListener('change', changed);
      return () => media?.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia?.(query).matches ?? false, noMatch);
}

export function usePhone(): boolean {
  return useMedia(`(width <= ${PHONE_WIDTH}px)`);
}
