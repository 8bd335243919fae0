/** Parses shortcuts as text: their keys, whether a key press matches, and how they are shown. Pure. */

export interface KeyLike {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/** Milliseconds within which the second key of a sequence must follow. */
export const SEQUENCE_MS = 1200;
const MOD = 'Mod';
const SHIFT = 'Shift';

/** Returns a key press in the spelling of a shortcut, with letters in lower case. Null for a modifier alone. */
export function pressName(event: KeyLike): string | null {
  if (event.altKey || ['Control', 'Meta', 'Shift', 'Alt', 'Dead', 'Process'].includes(event.key)) return null;
  const isLetter = event.key.length === 1 && event.key.toLowerCase() !== event.key.toUpperCase();
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const mod = event.ctrlKey || event.metaKey;
  // The key that makes "?" differs between keyboards, so Shift is only named with letters and with Ctrl.
  const shift = event.shiftKey && (isLetter || mod || key.length > 1);
  return [...(mod ? [MOD] : []), ...(shift ? [SHIFT] : []), key].join('+');
}

/** `Mod+Shift+Z` → its presses, spelled as `pressName` does. */
export function shortcutPresses(shortcut: string): string[] {
  return shortcut.split(' ').map((press) => {
    const parts = press.split('+');
    const key = parts.at(-1) ?? '';
    const bare = key.length === 1 ? key.toLowerCase() : key;
    return [...[MOD, SHIFT].filter((name) => parts.slice(0, -1).includes(name)), bare].join('+');
  });
}

/**
 * Returns whether the shortcut needs no Ctrl. Users who dictate or press keys by accident can switch such shortcuts
 * off.
 */
export function isShortcutPlain(shortcut: string): boolean {
  return !shortcut.includes(`${MOD}+`);
}

/**
 * Matches the presses so far with the present shortcuts: one, possibly one after a further press, or none. A later
 * registration has precedence, so that the open page wins.
 */
export function matchPresses<T extends { shortcut?: string }>(
  offered: readonly T[],
  presses: readonly string[],
): T | 'more' | null {
  const typed = presses.join(' ');
  let more = false;
  for (const command of offered.toReversed()) {
    if (!command.shortcut) continue;
    const presses = shortcutPresses(command.shortcut).join(' ');
    if (presses === typed) return command;
    more ||= presses.startsWith(`${typed} `);
  }
  return more ? 'more' : null;
}

const MAC_SIGNS: Readonly<Record<string, string>> = { [MOD]: '⌘', [SHIFT]: '⇧' };
const NAMES: Readonly<Record<string, string>> = {
  [MOD]: 'Ctrl',
  Enter: '↵',
  Escape: 'Esc',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** Returns the keys to show, press by press: [['Ctrl', 'K']] or [['G'], ['C']]. */
export function shortcutKeys(shortcut: string, mac: boolean): string[][] {
  const show = (part: string) =>
    (mac ? MAC_SIGNS[part] : undefined) ?? NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part);
  return shortcut.split(' ').map((press) => press.split('+').map(show));
}
