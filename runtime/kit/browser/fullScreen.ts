/** Shows the whole document in full screen, including dialogs and menus. */
import { useSyncExternalStore } from 'react';

const subscribe = (changed: () => void) => {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
};

export const useFullScreen = (): boolean =>
  useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);

export const fullScreenCan = (): boolean => document.fullscreenEnabled === true;

/** Switches full screen on or off. A refusal by the browser is ignored. */
export async function setFullScreen(on: boolean): Promise<void> {
  try {
    if (on) await document.documentElement.requestFullscreen();
    else if (document.fullscreenElement) await document.exitFullscreen();
  } catch {}
}
