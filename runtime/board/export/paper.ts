/** The measures of a board on A4. Pure. */

export type Way = 'landscape' | 'portrait';
export const WAYS: readonly Way[] = ['landscape', 'portrait'];

/** A4 without its margins of 10 mm and the line at the top, in millimetres. */
const SHEETS: Readonly<Record<Way, { width: number; height: number }>> = {
  landscape: { width: 277, height: 178 },
  portrait: { width: 190, height: 265 },
};
/** A board on paper is drawn as on a screen of this width, and then made smaller. */
const DRAWN_WIDTH: Readonly<Record<Way, number>> = { landscape: 1440, portrait: 1080 };
const PX_OF_MM = 96 / 25.4;
/** Around a sheet on screen. */
const MARGIN = 48;
/** The line at the top, in millimetres. */
const HEAD = 8;

export interface Paper {
  /** Measures the board's part of a sheet, in millimetres. */
  sheet: { width: number; height: number };
  /** A sheet with its line at the top as it is drawn, in CSS pixels. */
  width: number;
  height: number;
  /** From what is drawn to what is printed. */
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

/** From what is drawn to a preview, which is as wide as the window at most. */
export const previewScale = ({ width }: Paper, windowWidth: number): number =>
  Math.min(1, windowWidth / (width + 2 * MARGIN));

/** Names the file of a sheet; without the characters that no file may have. */
export const fileName = (words: readonly string[], page: number): string =>
  `${words
    .filter(Boolean)
    .join(' - ')
    .replace(/[\\/:*?"<>|]/g, '_')} ${page}.png`;
