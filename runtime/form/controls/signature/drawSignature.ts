/** Draws the image of a signature: the drawn or typed name, and below it the signed-in user and the time. */
import { FONT_FAMILY, SPACE_STEP, TYPE, tokens } from '../../../kit/theme/tokens.ts';

/** The paper is white in every theme, because the image is printed. */
export const PAPER = tokens.default.surface.card;
export const INK = tokens.default.text.strong;
const QUIET = tokens.default.text.secondary;

/** A typed name has half of the height, unless the name is long. */
const TYPED_PART = 0.5;
const WIDTH_PART = 0.9;

/** Writes a typed name in the middle of the paper. */
export function drawTyped(canvas: HTMLCanvasElement, name: string): void {
  const pen = canvas.getContext('2d')!;
  const { width, height } = canvas;
  pen.save();
  pen.resetTransform();
  pen.fillStyle = INK;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  const size = Math.round(height * TYPED_PART);
  pen.font = `italic ${size}px ${FONT_FAMILY}`;
  const fit = Math.min(1, (width * WIDTH_PART) / pen.measureText(name).width);
  pen.font = `italic ${Math.floor(size * fit)}px ${FONT_FAMILY}`;
  pen.fillText(name, width / 2, height / 2);
  pen.restore();
}

/** Returns the file to store. `by` is the line with user and time. */
export async function signatureFile(drawn: HTMLCanvasElement, scale: number, by: string): Promise<File> {
  const size = TYPE.caption * scale;
  const line = size + 2 * SPACE_STEP * scale;
  const sheet = Object.assign(document.createElement('canvas'), {
    width: drawn.width,
    height: drawn.height + line,
  });
  const pen = sheet.getContext('2d')!;
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, sheet.width, sheet.height);
  pen.drawImage(drawn, 0, 0);
  pen.fillStyle = QUIET;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.font = `${size}px ${FONT_FAMILY}`;
  pen.fillText(by, sheet.width / 2, drawn.height + line / 2, sheet.width);
  const blob = await new Promise<Blob | null>((done) => sheet.toBlob(done, 'image/png'));
  if (!blob) throw new Error('the signature could not be drawn');
  return new File([blob], 'signature.png', { type: 'image/png' });
}
