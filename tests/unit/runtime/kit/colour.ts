/** Computes contrast as WCAG 2 defines it, and the distance of two colours for each kind of colour vision. */
type Rgb = readonly [number, number, number];

function channels(hex: string): Rgb {
  const part = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const toLinear = (hex: string): Rgb => {
  const [r, g, b] = channels(hex);
  return [linear(r), linear(g), linear(b)];
};

function luminance(hex: string): number {
  const [r, g, b] = toLinear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/**
 * Returns the colour that results on a ground. A half-transparent colour, `rgba(r, g, b, a)`, lets the ground through.
 */
export function over(color: string, ground: string): string {
  if (color.startsWith('#')) return color;
  const [r = 0, g = 0, b = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
  const mixed = channels(ground).map((value, i) => alpha * ([r, g, b][i] ?? 0) + (1 - alpha) * value * 255);
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

/** Matrices of Machado, Oliveira and Fernandes 2009 at full severity. */
const SIGHTS: readonly (readonly number[])[] = [
  [1, 0, 0, 0, 1, 0, 0, 0, 1],
  [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
];

function seen(matrix: readonly number[], [r, g, b]: Rgb): Rgb {
  const row = (i: number) =>
    Math.min(1, Math.max(0, (matrix[i] ?? 0) * r + (matrix[i + 1] ?? 0) * g + (matrix[i + 2] ?? 0) * b));
  return [row(0), row(3), row(6)];
}

function oklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Returns the smallest OKLab distance over all kinds of colour vision. A distance of 0.02 is just noticeable. */
export function apart(a: string, b: string, sights = SIGHTS): number {
  const distances = sights.map((matrix) => {
    const [x, y] = [oklab(seen(matrix, toLinear(a))), oklab(seen(matrix, toLinear(b)))];
    return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
  });
  return Math.min(...distances);
}

export function apartInNormalSight(a: string, b: string): number {
  return apart(a, b, SIGHTS.slice(0, 1));
}
