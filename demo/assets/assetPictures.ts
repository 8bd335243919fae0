/** Draws pictures of the demo's assets: a few plain shapes for each kind, in front of a wall. */
import { encodePng } from '../../server/sites/cameras/png.ts';

type Colour = readonly [red: number, green: number, blue: number];
/** Left, top, width and height on a grid of 48 by 32, and the index of the colour. */
type Shape = readonly [number, number, number, number, number];

const [COLUMNS, ROWS, SCALE] = [48, 32, 10];
const [WALL, FLOOR, BODY, EDGE, DARK, GLASS, GREEN, ACCENT] = [0, 1, 2, 3, 4, 5, 6, 7];
const PALETTE: readonly Colour[] = [
  [214, 221, 228],
  [164, 170, 174],
  [240, 243, 245],
  [178, 186, 193],
  [58, 66, 74],
  [64, 112, 160],
  [62, 178, 106],
  [232, 150, 54],
];

/** Returns parallel lines: grilles, ribs, cells. */
const lines = (left: number, top: number, count: number, step: number, shape: readonly number[]): Shape[] =>
  Array.from({ length: count }, (_, at): Shape => {
    const [width = 1, height = 1, colour = DARK, down = 0] = shape;
    return [left + (down ? 0 : at * step), top + (down ? at * step : 0), width, height, colour];
  });

const cabinet = (left: number, width: number): Shape[] => [
  [left, 6, width, 20, EDGE],
  [left + 0.5, 6.5, width - 1, 19, BODY],
];

const SHAPES: Readonly<Record<string, readonly Shape[]>> = {
  inverter: [
    [13, 8, 22, 15, EDGE],
    [13.5, 8.5, 21, 14, BODY],
    [20, 11, 8, 3, GLASS],
    [17, 12, 1, 1, GREEN],
    ...lines(16, 17, 16, 1, [0.5, 4, EDGE]),
    ...lines(17, 23, 4, 4, [1, 3, DARK]),
  ],
  solarPanel: [0, 1].flatMap((row) => [
    [6, 7 + row * 10, 36, 9, DARK] as Shape,
    ...lines(6.5, 7.5 + row * 10, 9, 4, [3.5, 3.5, GLASS]),
    ...lines(6.5, 12 + row * 10, 9, 4, [3.5, 3.5, GLASS]),
  ]),
  battery: [
    [4, 7, 40, 19, EDGE],
    [4.5, 7.5, 39, 18, BODY],
    ...lines(8, 10, 4, 9, [7, 13, EDGE]),
    ...lines(8.5, 10.5, 4, 9, [6, 12, BODY]),
    ...lines(13.5, 16, 4, 9, [0.5, 2, DARK]),
    [6, 9, 1, 1, GREEN],
  ],
  pcs: [
    ...cabinet(12, 12),
    ...cabinet(24, 12),
    [15, 10, 6, 3, GLASS],
    [27, 10, 1, 1, GREEN],
    [29, 10, 1, 1, ACCENT],
    ...lines(14, 17, 7, 1, [8, 0.5, DARK, 1]),
    ...lines(26, 17, 7, 1, [8, 0.5, DARK, 1]),
  ],
  transformer: [
    [15, 11, 18, 14, EDGE],
    ...lines(15.5, 12, 12, 1.5, [1, 12, DARK]),
    [17, 8, 14, 3, EDGE],
    ...lines(19, 3, 3, 4.5, [1, 5, ACCENT]),
  ],
  switchgear: [
    ...[8, 19, 30].flatMap((left) => [
      ...cabinet(left, 10),
      [left + 3, 9, 4, 3, GLASS] as Shape,
      [left + 4.5, 16, 1, 4, DARK] as Shape,
      [left + 2, 14, 1, 1, GREEN] as Shape,
    ]),
  ],
  meter: [
    [17, 7, 14, 18, EDGE],
    [17.5, 7.5, 13, 17, BODY],
    [19.5, 10, 9, 4, GREEN],
    ...lines(20, 11, 6, 1.5, [1, 2, DARK]),
    [20, 17, 1, 1, ACCENT],
    ...lines(19, 22, 5, 2.2, [1, 3, DARK]),
  ],
  airConditioner: [
    [10, 9, 28, 15, EDGE],
    [10.5, 9.5, 27, 14, BODY],
    ...lines(13, 12, 9, 1, [12, 0.5, DARK, 1]),
    ...lines(28, 12, 9, 1, [7, 0.5, EDGE, 1]),
  ],
  fireSafety: lines(15, 9, 4, 5, [4, 16, ACCENT]).concat(
    lines(16.5, 6, 4, 5, [1, 3, DARK]),
    lines(16, 14, 4, 5, [2, 3, BODY]),
  ),
  communication: [
    ...cabinet(14, 20),
    ...lines(16, 9, 5, 3, [16, 2, DARK, 1]),
    ...lines(17, 9.5, 5, 3, [1, 1, GREEN, 1]),
    ...lines(19, 9.5, 5, 3, [1, 1, ACCENT, 1]),
  ],
  sparePart: [
    [12, 14, 24, 12, ACCENT],
    [12, 14, 24, 1, DARK],
    [22, 15, 4, 3, BODY],
  ],
  tool: [
    [10, 15, 28, 11, GLASS],
    [10, 18, 28, 1, DARK],
    [20, 12, 8, 3, DARK],
    [22, 17, 4, 3, ACCENT],
  ],
};

const rectangle = (pixels: Uint8Array, [left, top, width, height, colour]: Shape): void => {
  const [from, to] = [Math.round(left * SCALE), Math.round((left + width) * SCALE)];
  for (let y = Math.round(top * SCALE); y < Math.round((top + height) * SCALE); y++)
    pixels.fill(colour, y * COLUMNS * SCALE + from, y * COLUMNS * SCALE + to);
};

/** Draws the picture of a kind of asset as a PNG. */
export function drawAsset(kind: string): Buffer {
  const [width, height] = [COLUMNS * SCALE, ROWS * SCALE];
  const pixels = new Uint8Array(width * height);
  const room: Shape[] = [
    [0, 0, COLUMNS, ROWS, WALL],
    [0, 25, COLUMNS, 7, FLOOR],
  ];
  for (const shape of [...room, ...(SHAPES[kind] ?? SHAPES.communication!)]) rectangle(pixels, shape);
  return encodePng({ width, height, pixels, palette: PALETTE });
}
