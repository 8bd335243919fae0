import { useEffect } from 'react';
import { isWriting } from '../browser/isWriting.ts';
import { readLocal, writeLocal } from '../browser/storage.ts';
import { commandsNow } from './commandStore.ts';
import { isShortcutPlain, matchPresses, pressName, SEQUENCE_MS } from './shortcut.ts';

const PLAIN_KEY = 'EMS-plainShortcuts';
const OFF = '0';

/** Returns whether single-letter shortcuts are on (WCAG 2.1.4). The setting is stored on this device. */
export function readPlainShortcuts(): boolean {
  return readLocal(PLAIN_KEY) !== OFF;
}

export function writePlainShortcuts(on: boolean): void {
  writeLocal(PLAIN_KEY, on ? '' : OFF);
}

const COVERS = '[role="dialog"][aria-modal="true"]';
const DRAWER = '.ant-drawer';

/**
 * Returns the overlay above the page. Null if there is none. A dialog suspends all commands. A drawer
 * suspends those of the page, but not those of the frame.
 */
function coverOf(): 'dialog' | 'drawer' | null {
  const covers = [...document.querySelectorAll(COVERS)];
  if (covers.length === 0) return null;
  return covers.every((cover) => cover.closest(DRAWER)) ? 'drawer' : 'dialog';
}

/** Handles all shortcuts. After the first key of a sequence it waits a moment for the next. */
export function useShortcuts(): void {
  useEffect(() => {
    let presses: string[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const forget = () => {
      presses = [];
    };
    const onKey = (event: KeyboardEvent) => {
      const press = pressName(event);
      if (!press || event.defaultPrevented || event.isComposing) return;
      const cover = coverOf();
      if (cover === 'dialog') return;
      const writing = isWriting(event.target);
      const plain = readPlainShortcuts();
      const offered = commandsNow().filter(
        ({ group, shortcut, whileWriting }) =>
          shortcut &&
          (plain || !isShortcutPlain(shortcut)) &&
          (whileWriting || !writing) &&
          (cover === null || group !== 'here'),
      );
      clearTimeout(timer);
      presses.push(press);
      const match = matchPresses(offered, presses) ?? matchPresses(offered, [press]);
      if (match === 'more') {
        timer = setTimeout(forget, SEQUENCE_MS);
        return;
      }
      forget();
      if (!match) return;
      event.preventDefault();
      match.run();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
}
