import { describe, expect, it } from 'vitest';
import {
  isShortcutPlain,
  type KeyLike,
  matchPresses,
  pressName,
  shortcutKeys,
  shortcutPresses,
} from '../../../../runtime/kit/command/shortcut.ts';

const key = (name: string, modifiers: Partial<KeyLike> = {}): KeyLike => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...modifiers,
});

describe('a key press', () => {
  it('is written like shortcuts, the same on a Mac', () => {
    expect(pressName(key('k', { ctrlKey: true }))).toBe('Mod+k');
    expect(pressName(key('k', { metaKey: true }))).toBe('Mod+k');
    expect(pressName(key('Z', { ctrlKey: true, shiftKey: true }))).toBe('Mod+Shift+z');
    expect(shortcutPresses('Mod+Shift+Z')).toEqual(['Mod+Shift+z']);
  });

  it('omits Shift if a keyboard needs it for the character itself', () => {
    expect(pressName(key('?', { shiftKey: true }))).toBe('?');
    expect(pressName(key('G', { shiftKey: true }))).toBe('Shift+g');
  });

  it('is ignored for a modifier alone, and with Alt, which types characters', () => {
    expect(pressName(key('Shift', { shiftKey: true }))).toBeNull();
    expect(pressName(key('@', { altKey: true }))).toBeNull();
  });
});

describe('presses', () => {
  const offered = [
    { id: 'palette', shortcut: 'Mod+K' },
    { id: 'customers', shortcut: 'g c' },
    { id: 'frame', shortcut: 'n' },
    { id: 'page', shortcut: 'n' },
    { id: 'none' },
  ];

  it('find the command, wait for the rest of a sequence, or match nothing', () => {
    expect(matchPresses(offered, ['Mod+k'])).toMatchObject({ id: 'palette' });
    expect(matchPresses(offered, ['g'])).toBe('more');
    expect(matchPresses(offered, ['g', 'c'])).toMatchObject({ id: 'customers' });
    expect(matchPresses(offered, ['g', 'x'])).toBeNull();
    expect(matchPresses(offered, ['c'])).toBeNull();
  });

  it('prefer the command of the innermost part', () => {
    expect(matchPresses(offered, ['n'])).toMatchObject({ id: 'page' });
  });
});

describe('a shortcut', () => {
  it('is shown by its keys', () => {
    expect(shortcutKeys('Mod+Shift+Z', false)).toEqual([['Ctrl', 'Shift', 'Z']]);
    expect(shortcutKeys('Mod+Shift+Z', true)).toEqual([['⌘', '⇧', 'Z']]);
    expect(shortcutKeys('g c', false)).toEqual([['G'], ['C']]);
  });

  it('is plain when it is typed without Ctrl', () => {
    expect(isShortcutPlain('g c')).toBe(true);
    expect(isShortcutPlain('Mod+K')).toBe(false);
  });
});
