/** The measures of a board on A4. Pure. */

export type Way = 'landscape' | 'portrait';
export const WAYS: readonly Way[] = ['landscape', 'portrait'];

/** A4 without its margins of 10 mm and the line at the top, in millimetres. */
const SHEETS: Readonly<Record<Way, { width: number; height: number }>> = {
  landscape: { width: 277, height: 178 },
  portrait: { width: 190, height: 265 },
};
/** Screen width for which a board on paper is drawn before it is scaled down. */
const DRAWN_WIDTH: Readonly<Record<Way, number>> = { landscape: 1440, portrait: 1080 };
const PX_OF_MM = 96 / 25.4;
/** Margin around a sheet on screen, in pixels. */
const MARGIN = 48;
/** Height of the line at the top, in millimetres. */
const HEAD = 8;

export interface Paper {
  /** Size of the board's part of a sheet, in millimetres. */
  sheet: { width: number; height: number };
  /** Width of a sheet with its top line as it is drawn, in CSS pixels. */
  width: number;
  height: number;
  /** Factor from the drawn size to the printed size. */
  zoom: number;
}

export function measurePaper(way: Way): Paper {
  const sheet = SHEETS[way];
  const width = DRAWN_WIDTH[way];
  return {
    sheet,
    width,
    height: (width * (sheet.height + HEAD)) / sheet.width,
    zoom: (sheet.width * PX_OF_MM) / width,
  };
}

/** Returns the scale of a preview, which is at most as wide as the window. */
export const previewScale = ({ width }: Paper, windowWidth: number): number =>
  Math.min(1, windowWidth / (width + 2 * MARGIN));

/** Returns the file name of a sheet, without characters that are invalid in file names. */
export const fileName = (words: readonly string[], page: number): string =>
  `${words
    .filter(Boolean)
    .join(' - ')
    .replace(/[\\/:*?"<>|]/g, '_')} ${page}.png`;
