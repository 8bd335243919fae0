import { useEffect } from 'react';
import { readLocal, writeLocal } from '../api/storage.ts';
import { commands_now } from './commandStore.ts';
import { isWriting } from './isWriting.ts';
import { press_name, presses_match, SEQUENCE_MS, shortcut_isPlain } from './shortcut.ts';

const PLAIN_KEY = 'EMS-plainShortcuts';
const OFF = '0';

/** Single letters can be switched off (WCAG 2.1.4); remembered on this device. */
export function plainShortcuts_read(): boolean {
  return readLocal(PLAIN_KEY) !== OFF;
}

export function plainShortcuts_write(on: boolean): void {
  writeLocal(PLAIN_KEY, on ? '' : OFF);
}

const COVERS = '[role="dialog"][aria-modal="true"]';
const DRAWER = '.ant-drawer';

/**
 * A dialog has the keyboard for itself; what it offers it offers through its own fields. A drawer only covers the
 * page behind it: that page's commands wait, those of the frame go on.
 */
function cover_of(): 'dialog' | 'drawer' | null {
  const covers = [...document.querySelectorAll(COVERS)];
  if (covers.length === 0) return null;
  return covers.every((cover) => cover.closest(DRAWER)) ? 'drawer' : 'dialog';
}

/** One listener for all shortcuts; keys one after the other are waited for a moment. */
export function useShortcuts(): void {
  useEffect(() => {
    let presses: string[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const forget = () => {
      presses = [];
    };
    const onKey = (event: KeyboardEvent) => {
      const press = press_name(event);
      if (!press || event.defaultPrevented || event.isComposing) return;
      const cover = cover_of();
      if (cover === 'dialog') return;
      const writing = isWriting(event.target);
      const plain = plainShortcuts_read();
      const offered = commands_now().filter(
        ({ group, shortcut, whileWriting }) =>
          shortcut &&
          (plain || !shortcut_isPlain(shortcut)) &&
          (whileWriting || !writing) &&
          (cover === null || group !== 'here'),
      );
      clearTimeout(timer);
      presses.push(press);
      const found = presses_match(offered, presses) ?? presses_match(offered, [press]);
      if (found === 'more') {
        timer = setTimeout(forget, SEQUENCE_MS);
        return;
      }
      forget();
      if (!found) return;
      event.preventDefault();
      found.run();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
}
