/** Draws an invented signature, different for each user. */
import type { Picture } from '../../server/sites/cameras/png.ts';

const WIDTH = 480;
const HEIGHT = 160;
const MARGIN = 40;
const NIB = 2;
const STEPS = 4000;
const PALETTE = [
  [255, 255, 255],
  [27, 32, 38],
] as const;

/** Returns a point of the strokes. They lean and become flatter towards the end, as in hasty writing. */
function penAt(seed: number, part: number): [number, number] {
  const loops = 5 + (seed % 4);
  const turn = part * loops * 2 * Math.PI;
  const size = (HEIGHT / 3) * (1 - 0.6 * part) * (1 + 0.3 * Math.sin(seed + 3 * part));
  const x = MARGIN + part * (WIDTH - 2 * MARGIN) + size * 0.5 * Math.sin(turn + seed);
  return [Math.round(x), Math.round(HEIGHT / 2 - size * 0.8 * Math.cos(turn))];
}

export function drawSignature(seed: number): Picture {
  const pixels = new Uint8Array(WIDTH * HEIGHT);
  for (let step = 0; step <= STEPS; step++) {
    const [x, y] = penAt(seed, step / STEPS);
    for (let dy = 0; dy <= NIB; dy++)
      pixels.fill(1, (y + dy) * WIDTH + Math.max(0, x), (y + dy) * WIDTH + x + NIB);
  }
  return { width: WIDTH, height: HEIGHT, pixels, palette: PALETTE };
}
