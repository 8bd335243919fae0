/** Parses, matches and formats shortcuts. Pure. */

export interface KeyLike {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/** Time in ms within which the second key of a sequence must follow. */
export const SEQUENCE_MS = 1200;
const MOD = 'Mod';
const SHIFT = 'Shift';

/** Returns a key press in the notation of a shortcut, with lower-case letters. Null for a modifier key. */
export function pressName(event: KeyLike): string | null {
  if (event.altKey || ['Control', 'Meta', 'Shift', 'Alt', 'Dead', 'Process'].includes(event.key)) return null;
  const isLetter = event.key.length === 1 && event.key.toLowerCase() !== event.key.toUpperCase();
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const mod = event.ctrlKey || event.metaKey;
  // The key for "?" differs between keyboards, so Shift is only named with letters and with Ctrl.
  const shift = event.shiftKey && (isLetter || mod || key.length > 1);
  return [...(mod ? [MOD] : []), ...(shift ? [SHIFT] : []), key].join('+');
}

/** Splits `Mod+Shift+Z` into its key presses, in the notation of `pressName`. */
export function shortcutPresses(shortcut: string): string[] {
  return shortcut.split(' ').map((press) => {
    const parts = press.split('+');
    const key = parts.at(-1) ?? '';
    const bare = key.length === 1 ? key.toLowerCase() : key;
    return [...[MOD, SHIFT].filter((name) => parts.slice(0, -1).includes(name)), bare].join('+');
  });
}

/**
 * Returns whether the shortcut needs no Ctrl. Users with speech input or motor impairments can switch such shortcuts
 * off.
 */
export function isShortcutPlain(shortcut: string): boolean {
  return !shortcut.includes(`${MOD}+`);
}

/**
 * Matches the key presses so far: a command, a possible sequence, or none. Later registrations have priority, so the
 * open page precedes the frame.
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
