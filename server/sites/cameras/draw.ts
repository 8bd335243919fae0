/**
 * Draws the view of a simulated camera: a battery yard with a blinking lamp and a clock. The sky follows the time of
 * day.
 */
import type { Picture } from './png.ts';

const WIDTH = 320;
const HEIGHT = 180;
const HORIZON = 96;

const SKY = 0;
const GROUND = 1;
const CABIN = 2;
const CABIN_EDGE = 3;
const LAMP_ON = 4;
const LAMP_OFF = 5;
const CLOUD = 6;
const INK = 7;

type Colour = readonly [number, number, number];

const DAY: readonly Colour[] = [
  [142, 182, 214],
  [138, 144, 132],
  [222, 226, 228],
  [150, 158, 164],
  [56, 196, 110],
  [90, 104, 96],
  [226, 234, 240],
  [24, 28, 32],
];
const NIGHT: readonly Colour[] = [
  [16, 22, 36],
  [34, 38, 40],
  [84, 90, 96],
  [52, 58, 64],
  [72, 230, 130],
  [34, 44, 40],
  [34, 42, 58],
  [214, 220, 226],
];

/** Digits of 3 by 5 pixels, each row a number of three bits. */
const DIGITS: Readonly<Record<string, readonly number[]>> = {
  '0': [7, 5, 5, 5, 7],
  '1': [2, 6, 2, 2, 7],
  '2': [7, 1, 7, 4, 7],
  '3': [7, 1, 7, 1, 7],
  '4': [5, 5, 7, 1, 1],
  '5': [7, 4, 7, 1, 7],
  '6': [7, 4, 7, 5, 7],
  '7': [7, 1, 1, 2, 2],
  '8': [7, 5, 7, 5, 7],
  '9': [7, 5, 7, 1, 7],
  ':': [0, 2, 0, 2, 0],
  '-': [0, 0, 7, 0, 0],
  ' ': [0, 0, 0, 0, 0],
};
const DIGIT_SCALE = 2;
const DIGIT_WIDTH = 4;

function rectangle(
  pixels: Uint8Array,
  [left, top, width, height]: readonly [number, number, number, number],
  colour: number,
): void {
  const from = Math.max(0, left);
  const to = Math.min(WIDTH, left + width);
  for (let y = Math.max(0, top); y < Math.min(HEIGHT, top + height); y++)
    if (from < to) pixels.fill(colour, y * WIDTH + from, y * WIDTH + to);
}

function drawText(pixels: Uint8Array, text: string, left: number, top: number): void {
  for (const [place, letter] of [...text].entries())
    for (const [row, bits] of (DIGITS[letter] ?? []).entries())
      for (let column = 0; column < 3; column++)
        if (bits & (4 >> column)) {
          const x = left + (place * DIGIT_WIDTH + column) * DIGIT_SCALE;
          rectangle(pixels, [x, top + row * DIGIT_SCALE, DIGIT_SCALE, DIGIT_SCALE], INK);
        }
}

const THERMAL: readonly Colour[] = [
  [22, 12, 58],
  [64, 22, 96],
  [176, 58, 62],
  [112, 34, 92],
  [255, 244, 190],
  [250, 170, 60],
  [40, 18, 74],
  [255, 255, 255],
];

/** The direction of a camera. The default is straight ahead. */
export interface Sight {
  pan: number;
  tilt: number;
  zoom: number;
  lamp: boolean;
  thermal: boolean;
  /** An event to draw into the picture, with a frame around it. */
  happened?: Happened;
}

export type Happened = 'person' | 'vehicle' | 'door' | 'heat' | 'covered';
type Part = readonly [left: number, top: number, width: number, height: number, colour: number];

/** The shapes of each detectable event, in front of the cabins. */
const SEEN: Readonly<Record<Happened, readonly Part[]>> = {
  person: [
    [206, 98, 8, 8, INK],
    [203, 107, 14, 20, INK],
    [204, 127, 5, 16, INK],
    [211, 127, 5, 16, INK],
  ],
  vehicle: [
    [184, 116, 60, 16, INK],
    [196, 104, 32, 12, INK],
    [192, 130, 10, 10, CABIN_EDGE],
    [226, 130, 10, 10, CABIN_EDGE],
  ],
  door: [[196, 72, 26, 56, INK]],
  heat: [[192, 84, 40, 22, LAMP_ON]],
  covered: [[-40, -40, 400, 190, CABIN_EDGE]],
};
const FRAME_GAP = 6;

/** Returns the four edges of a frame around the shapes. */
function frameOf(parts: readonly Part[]): Part[] {
  const left = Math.min(...parts.map(([x]) => x)) - FRAME_GAP;
  const top = Math.min(...parts.map(([, y]) => y)) - FRAME_GAP;
  const width = Math.max(...parts.map(([x, , wide]) => x + wide)) + FRAME_GAP - left;
  const height = Math.max(...parts.map(([, y, , high]) => y + high)) + FRAME_GAP - top;
  return [
    [left, top, width, 1, LAMP_ON],
    [left, top + height, width, 1, LAMP_ON],
    [left, top, 1, height, LAMP_ON],
    [left + width, top, 1, height, LAMP_ON],
  ];
}

const AHEAD: Sight = { pan: 0, tilt: 0, zoom: 1, lamp: false, thermal: false };
const PIXELS_PER_DEGREE = 4;
/** Cabins on all sides, so that a camera always shows some. */
const CABINS = Array.from({ length: 17 }, (_, at) => at - 8);
const CABIN_STEP = 98;

function paletteOf({ lamp, thermal }: Sight, hour: number): readonly Colour[] {
  if (thermal) return THERMAL;
  if (hour >= 6 && hour < 18) return DAY;
  // The lamp lights near objects but not the sky.
  return lamp ? NIGHT.map((colour, at) => (at === GROUND || at === CABIN ? DAY[at]! : colour)) : NIGHT;
}

/** `local` is the date and time on the camera's clock: 2026-11-21 10:03:07. */
export function drawPicture(seed: number, ts: number, local: string, sight: Sight = AHEAD): Picture {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(SKY);
  const hour = Number(local.slice(11, 13));
  const seconds = ts / 1000;
  const { pan, tilt, zoom } = sight;
  const across = (x: number) => Math.round((x - WIDTH / 2 - pan * PIXELS_PER_DEGREE) * zoom + WIDTH / 2);
  const down = (y: number) => Math.round((y - HEIGHT / 2 + tilt * PIXELS_PER_DEGREE) * zoom + HEIGHT / 2);
  const place = (left: number, top: number, width: number, height: number, colour: number): void => {
    const [x, y] = [across(left), down(top)];
    const [right, bottom] = [across(left + width), down(top + height)];
    rectangle(pixels, [x, y, Math.max(1, right - x), Math.max(1, bottom - y)], colour);
  };
  for (const cloud of [0, 1, 2]) {
    const drift = (seconds * 3 + seed * 67 + cloud * 131) % (WIDTH + 90);
    const top = down(14 + cloud * 22);
    rectangle(pixels, [Math.round(drift) - 90, top, 60 + cloud * 12, 8], CLOUD);
  }
  const horizon = down(HORIZON);
  rectangle(pixels, [0, horizon, WIDTH, HEIGHT - horizon], GROUND);
  for (const cabin of CABINS) {
    const left = 20 + cabin * CABIN_STEP - (seed % 12);
    place(left, 66, 84, 62, CABIN);
    place(left, 66, 84, 4, CABIN_EDGE);
    for (const door of [1, 2]) place(left + door * 28, 72, 1, 54, CABIN_EDGE);
    const lit = Math.abs(Math.floor(seconds + cabin + seed)) % 3 !== 0;
    place(left + 70, 76, 6, 6, lit ? LAMP_ON : LAMP_OFF);
  }
  const seen = sight.happened ? SEEN[sight.happened] : [];
  for (const part of seen.length > 0 ? [...seen, ...frameOf(seen)] : []) place(...part);
  drawText(pixels, local, 8, HEIGHT - 18);
  return { width: WIDTH, height: HEIGHT, pixels, palette: paletteOf(sight, hour) };
}
