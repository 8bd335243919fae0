/**
 * Shrinks a photo in a worker, so that the form remains responsive. Returns null for a small photo, or another file.
 */

/** Longest side of a stored picture in pixels. Documents and screens do not need more. */
const MOST_PIXELS = 2560;
const QUALITY = 0.85;

async function shrink(file: File): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file);
  const scale = MOST_PIXELS / Math.max(bitmap.width, bitmap.height);
  if (scale >= 1) return null;
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.convertToBlob({ type: file.type, quality: QUALITY });
}

self.onmessage = async ({ data }: MessageEvent<File>) => {
  self.postMessage(await shrink(data).catch(() => null));
};
