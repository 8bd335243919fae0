/**
 * Shrinks photos one after the other, as a form does. `?shrink=ours|bare&photos=50&width=4000` selects the program:
 * ours in its worker, or a canvas of the page. The output shows "ready", then the sizes of the first and the last
 * picture.
 */
import { shrinkPicture } from '../../runtime/form/controls/files/shrinkPicture.ts';

const MOST_PIXELS = 2560;
const QUALITY = 0.85;

const parameters = new URLSearchParams(location.search);
const PHOTOS = Number(parameters.get('photos') ?? 50);
const WIDTH = Number(parameters.get('width') ?? 4000);

/** Draws a photo of many colours and edges, with the size of a phone's photo. */
async function makePhoto(): Promise<File> {
  const [width, height] = [WIDTH, (WIDTH * 3) / 4];
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d')!;
  const sky = pen.createLinearGradient(0, 0, width, height);
  for (const [at, colour] of ['#24527a', '#d9e4ec', '#6b4a2f'].entries()) sky.addColorStop(at / 2, colour);
  pen.fillStyle = sky;
  pen.fillRect(0, 0, width, height);
  for (let at = 0; at < 20_000; at += 1) {
    pen.fillStyle = `hsl(${(at * 137) % 360} 60% ${20 + (at % 60)}% / 0.4)`;
    pen.fillRect((at * 7919) % width, (at * 104_729) % height, 4 + (at % 60), 4 + (at % 40));
  }
  const photo = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 });
  return new File([photo], 'photo.jpg', { type: 'image/jpeg' });
}

/** Shrinks with a canvas of the page. */
async function shrinkBare(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const scale = MOST_PIXELS / Math.max(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((done, fail) =>
    canvas.toBlob((small) => (small ? done(small) : fail(new Error('no picture'))), file.type, QUALITY),
  );
}

async function sizeOf(picture: Blob): Promise<string> {
  const { width, height } = await createImageBitmap(picture);
  return `${width}x${height}`;
}

const output = document.querySelector('output')!;
const photo = await makePhoto();
const shrink = parameters.get('shrink') === 'ours' ? shrinkPicture : shrinkBare;

async function shrinkAll(): Promise<void> {
  let first: Blob | undefined;
  let last: Blob = photo;
  for (let at = 0; at < PHOTOS; at += 1) {
    last = await shrink(photo);
    first ??= last;
  }
  output.textContent = `${await sizeOf(first ?? photo)} ${await sizeOf(last)}`;
}

document.querySelector('button')!.onclick = () => void shrinkAll();
output.textContent = 'ready';
