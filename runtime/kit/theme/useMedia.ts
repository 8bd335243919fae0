import { useCallback, useSyncExternalStore } from 'react';
import { PHONE_WIDTH } from './tokens.ts';

const noMatch = () => false;

/** Returns whether a media query matches now. False without a window (server-side tests). */
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

const PHONE = `(width <= ${PHONE_WIDTH}px)`;

export const usePhone = (): boolean => useMedia(PHONE);

/** Returns whether the screen is that of a phone. A change does not cause a render. */
export const isPhone = (): boolean => globalThis.matchMedia?.(PHONE).matches ?? false;
