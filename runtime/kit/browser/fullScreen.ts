/** Shows the whole document in full screen, so that dialogs and menus are part of it. */
import { useSyncExternalStore } from 'react';

const subscribe = (changed: () => void) => {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
};

export const useFullScreen = (): boolean =>
  useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);

export const fullScreenCan = (): boolean => document.fullscreenEnabled === true;

/** Switches the full screen on or off. Nothing changes if the browser refuses. */
export async function setFullScreen(on: boolean): Promise<void> {
  try {
    if (on) await document.documentElement.requestFullscreen();
    else if (document.fullscreenElement) await document.exitFullscreen();
  } catch {}
}
