/** Longest side of a stored picture in pixels. A document and a screen show no more. */
const MOST_PIXELS = 2560;
const QUALITY = 0.85;

/** Returns the size of a picture within the limits, with its proportions. Null if it fits already. */
export function shrunkSize(width: number, height: number): { width: number; height: number } | null {
  const scale = MOST_PIXELS / Math.max(width, height);
  return scale >= 1 ? null : { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Shrinks a photo of a phone for a weak network. A file that is not a picture is unchanged. */
export async function shrinkPicture(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  const size = bitmap && shrunkSize(bitmap.width, bitmap.height);
  if (!bitmap || !size) return file;
  const canvas = Object.assign(document.createElement('canvas'), size);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, size.width, size.height);
  bitmap.close();
  const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, file.type, QUALITY));
  return small ? new File([small], file.name, { type: small.type, lastModified: file.lastModified }) : file;
}
