/** A document as plain data: its content in reading order, for all file formats. */
import type { Lang } from '../../../runtime/core/text/lang.ts';
import type { ImageType } from '../../platform/files/image.ts';

export interface Labelled {
  label: string;
  text: string;
}

export interface PaperColumn {
  label: string;
  /** The share of the width in percent. */
  width: number;
  /** Figures are right-aligned. */
  isFigure: boolean;
}

export interface PaperTable {
  columns: PaperColumn[];
  rows: string[][];
}

/** A picture in the store. The process that draws the document reads it, so that the server holds no photos in memory. */
export interface StoredPicture {
  path: string;
  /** Identifies the content. */
  sha256: string;
}

/** A picture for printing. The size of the box is in millimetres and contains the whole picture. */
export interface DrawnPicture {
  data: Uint8Array | StoredPicture;
  type: ImageType;
  width: number;
  height: number;
}

export interface PaperPicture {
  caption: string;
  /** Null if the picture cannot be printed. Then only its caption is shown. */
  drawn: DrawnPicture | null;
}

export type PaperBlock =
  | { kind: 'pairs'; title?: string; columns: number; pairs: Labelled[] }
  | { kind: 'table'; title?: string; table: PaperTable; totals: Labelled[]; sums: PaperTable | null }
  | { kind: 'text'; title?: string; paragraphs: string[] }
  | { kind: 'pictures'; title?: string; pictures: PaperPicture[] }
  | { kind: 'signatures'; places: string[] }
  /** A drawing of lines and texts made by the platform. It has the width of the page, and only PDF files contain it. */
  | { kind: 'drawing'; title?: string; svg: string }
  /** Labels on sheets, with the blocks of each label. `first` is the position of the first label on its sheet. */
  | { kind: 'labels'; first: number; labels: PaperBlock[][] };

export interface Paper {
  lang: Lang;
  title: string;
  /** Identifies the document among documents of its kind. */
  number: string;
  /** The tenant that issues the document. */
  from: string;
  /**
   * The time of the content in ISO 8601. It is not the time of printing, so that the same record makes the same file.
   */
  asOf: string;
  isLandscape: boolean;
  isLabel: boolean;
  blocks: PaperBlock[];
}

export interface StampedPaper extends Paper {
  /** Twelve hexadecimal digits that change with the content. */
  code: string;
}
