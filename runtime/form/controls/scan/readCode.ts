/**
 * Reads bar codes and QR codes with the browser's detector, or with a library that is loaded if the browser
 * has none.
 */

type Picture = HTMLVideoElement | ImageBitmap;
/** Returns the text of the first code. Null if there is none. */
export type ReadCode = (picture: Picture) => Promise<string | null>;

interface Detector {
  detect(picture: Picture): Promise<readonly { rawValue: string }[]>;
}

interface DetectorClass {
  new (): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

async function ofBrowser(): Promise<ReadCode | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  // Some browsers have the class but support no format.
  const formats: readonly string[] = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (!BarcodeDetector || !formats.includes('qr_code')) return null;
  const detector = new BarcodeDetector();
  return async (picture) => (await detector.detect(picture))[0]?.rawValue ?? null;
}

/** Longest side of a picture for reading a code. More pixels only slow down reading. */
const MOST_PIXELS = 1024;
const [RED, GREEN, BLUE] = [0.299, 0.587, 0.114];

function greyOf(picture: Picture): { grey: Uint8ClampedArray<ArrayBuffer>; width: number; height: number } {
  const [fullWidth, fullHeight] =
    'videoWidth' in picture ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height];
  const scale = Math.min(1, MOST_PIXELS / Math.max(fullWidth, fullHeight));
  const [width, height] = [Math.round(fullWidth * scale), Math.round(fullHeight * scale)];
  const pen = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  pen.drawImage(picture, 0, 0, width, height);
  const { data } = pen.getImageData(0, 0, width, height);
  const grey = new Uint8ClampedArray(width * height);
  for (let at = 0; at < grey.length; at++)
    grey[at] = RED * data[at * 4]! + GREEN * data[at * 4 + 1]! + BLUE * data[at * 4 + 2]!;
  return { grey, width, height };
}

async function ofLibrary(): Promise<ReadCode> {
  const library = await import('@zxing/library');
  const { BinaryBitmap, DecodeHintType, HybridBinarizer, RGBLuminanceSource } = library;
  const hints = new Map([[DecodeHintType.TRY_HARDER, true]]);
  // The readers run one by one, because the combined reader logs every failure to the console.
  const readers = [
    new library.QRCodeReader(),
    new library.MultiFormatOneDReader(hints),
    new library.DataMatrixReader(),
  ];
  return async (picture) => {
    const { grey, width, height } = greyOf(picture);
    const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height)));
    for (const reader of readers)
      try {
        return reader.decode(bitmap, hints).getText();
      } catch {
        // The library throws if no code is found.
      }
    return null;
  };
}

export const makeReader = async (): Promise<ReadCode> => (await ofBrowser()) ?? ofLibrary();
