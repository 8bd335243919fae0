/** The whole document fills the screen: dialogs and menus stay part of it. */
import { useSyncExternalStore } from 'react';

const subscribe = (changed: () => void) => {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
};

export const useFullScreen = (): boolean =>
  useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);

export const fullScreenCan = (): boolean => document.fullscreenEnabled === true;

/** Switches to the full screen; where the browser refuses, the board stays as it is. */
export async function setFullScreen(on: boolean): Promise<void> {
  try {
    if (on) await document.documentElement.requestFullscreen();
    else if (document.fullscreenElement) await document.exitFullscreen();
  } catch {}
}
