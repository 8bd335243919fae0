import { useEffect } from 'react';

/** The screen stays on while this is on screen, where the browser can do that. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let gone = false;
    const hold = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        lock = (await navigator.wakeLock?.request('screen')) ?? null;
        if (gone) await lock?.release();
      } catch {
        // Refused, for example at a low battery: then the device's own setting counts.
      }
    };
    void hold();
    // A hidden page loses the lock.
    document.addEventListener('visibilitychange', hold);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', hold);
      void lock?.release().catch(() => {});
    };
  }, []);
}
