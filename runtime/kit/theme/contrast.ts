/**
 * Adjusts unreadable colours of configurations. They are darkened on the light theme, and lightened on the dark theme.
 * Their hue remains.
 */
import type { Tokens } from './tokens.ts';

type Rgb = readonly [number, number, number];
/** WCAG AA: minimum for figures and lines, and for texts. */
export const LARGE_CONTRAST = 3;
export const TEXT_CONTRAST = 4.5;
const STEPS = 20;
const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

function readRgb(color: string): Rgb | null {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  return hex ? ([1, 2, 3].map((group) => Number.parseInt(hex[group]!, 16)) as unknown as Rgb) : null;
}

const writeRgb = (rgb: Rgb) =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
const mix = (a: Rgb, b: Rgb, share: number): Rgb =>
  [0, 1, 2].map((channel) => a[channel]! + (b[channel]! - a[channel]!) * share) as unknown as Rgb;

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a: string, b: string): number {
  const [x, y] = [readRgb(a), readRgb(b)];
  if (!x || !y) return 1;
  const [light, dark] = [luminance(x), luminance(y)].sort((first, other) => other - first) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the colour, or the nearest colour with enough contrast on the surface. */
export function makeReadable(color: string, surface: string, ratio: number): string {
  const rgb = readRgb(color);
  if (!rgb || contrast(color, surface) >= ratio) return color;
  const end = contrast(surface, '#ffffff') > contrast(surface, '#000000') ? WHITE : BLACK;
  for (let step = 1; step <= STEPS; step++) {
    const moved = writeRgb(mix(rgb, end, step / STEPS));
    if (contrast(moved, surface) >= ratio) return moved;
  }
  return color;
}

export function shownColor(color: string, theme: Tokens, ratio = LARGE_CONTRAST): string {
  return makeReadable(color, theme.surface.card, ratio);
}
