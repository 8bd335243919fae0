import { useEffect } from 'react';

/** Prevents the screen from sleeping while the component is mounted, if the browser supports it. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let gone = false;
    const requestLock = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        lock = (await navigator.wakeLock?.request('screen')) ?? null;
        if (gone) await lock?.release();
      } catch {
        // The browser may refuse, for example because of a low battery. The device's own setting then applies.
      }
    };
    void requestLock();
    // A hidden page loses the wake lock, so it is requested again.
    document.addEventListener('visibilitychange', requestLock);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', requestLock);
      void lock?.release().catch(() => {});
    };
  }, []);
}
