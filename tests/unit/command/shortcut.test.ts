import { describe, expect, it } from 'vitest';
import {
  type KeyLike,
  press_name,
  presses_match,
  shortcut_isPlain,
  shortcut_keys,
  shortcut_presses,
} from '../../../runtime/command/shortcut.ts';

const key = (name: string, held: Partial<KeyLike> = {}): KeyLike => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

describe('a key press', () => {
  it('is spelled as shortcuts are, the same on a Mac', () => {
    expect(press_name(key('k', { ctrlKey: true }))).toBe('Mod+k');
    expect(press_name(key('k', { metaKey: true }))).toBe('Mod+k');
    expect(press_name(key('Z', { ctrlKey: true, shiftKey: true }))).toBe('Mod+Shift+z');
    expect(shortcut_presses('Mod+Shift+Z')).toEqual(['Mod+Shift+z']);
  });

  it('names no Shift where a keyboard needs it for the sign itself', () => {
    expect(press_name(key('?', { shiftKey: true }))).toBe('?');
    expect(press_name(key('G', { shiftKey: true }))).toBe('Shift+g');
  });

  it('is nothing for a modifier alone, and with Alt, which types signs', () => {
    expect(press_name(key('Shift', { shiftKey: true }))).toBeNull();
    expect(press_name(key('@', { altKey: true }))).toBeNull();
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

  it('find the command, wait for the rest of a sequence, or mean nothing', () => {
    expect(presses_match(offered, ['Mod+k'])).toMatchObject({ id: 'palette' });
    expect(presses_match(offered, ['g'])).toBe('more');
    expect(presses_match(offered, ['g', 'c'])).toMatchObject({ id: 'customers' });
    expect(presses_match(offered, ['g', 'x'])).toBeNull();
    expect(presses_match(offered, ['c'])).toBeNull();
  });

  it('prefer what is offered nearer to the person', () => {
    expect(presses_match(offered, ['n'])).toMatchObject({ id: 'page' });
  });
});

describe('a shortcut', () => {
  it('is shown by its keys', () => {
    expect(shortcut_keys('Mod+Shift+Z', false)).toEqual([['Ctrl', 'Shift', 'Z']]);
    expect(shortcut_keys('Mod+Shift+Z', true)).toEqual([['⌘', '⇧', 'Z']]);
    expect(shortcut_keys('g c', false)).toEqual([['G'], ['C']]);
  });

  it('is plain when it is typed without Ctrl', () => {
    expect(shortcut_isPlain('g c')).toBe(true);
    expect(shortcut_isPlain('Mod+K')).toBe(false);
  });
});
