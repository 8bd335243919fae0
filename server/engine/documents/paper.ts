/** A document as plain data, from which every kind of file is made: its content in reading order. */
import type { Lang } from '../../../runtime/core/text/lang.ts';
import type { ImageType } from '../../platform/files/image.ts';

export interface Labelled {
  label: string;
  text: string;
}

export interface PaperColumn {
  label: string;
  /** Its share of the width. The columns of a table add up to 100. */
  width: number;
  /** Figures are aligned at the end of their column. */
  isFigure: boolean;
}

export interface PaperTable {
  columns: PaperColumn[];
  rows: string[][];
}

/** A picture for printing, in a box in millimetres that contains all of it. */
export interface DrawnPicture {
  data: Uint8Array;
  type: ImageType;
  width: number;
  height: number;
}

export interface PaperPicture {
  caption: string;
  /** Null if it cannot be printed. Only its caption is shown then. */
  drawn: DrawnPicture | null;
}

export type PaperBlock =
  | { kind: 'pairs'; title?: string; columns: number; pairs: Labelled[] }
  | { kind: 'table'; title?: string; table: PaperTable; totals: Labelled[]; sums: PaperTable | null }
  | { kind: 'text'; title?: string; paragraphs: string[] }
  | { kind: 'pictures'; title?: string; pictures: PaperPicture[] }
  | { kind: 'signatures'; places: string[] }
  /** A drawing of lines and texts that the platform makes. It has the width of the page, and is only in PDF files. */
  | { kind: 'drawing'; title?: string; svg: string }
  /** Labels of many records on sheets, from a place of the first sheet on, with the blocks of each. */
  | { kind: 'labels'; first: number; labels: PaperBlock[][] };

export interface Paper {
  lang: Lang;
  title: string;
  /** Identifies the document among those of its kind. */
  number: string;
  /** The tenant that issues it. */
  from: string;
  /** The time of its content, as ISO 8601, so that the same record makes the same file. */
  asOf: string;
  isLandscape: boolean;
  isLabel: boolean;
  blocks: PaperBlock[];
}

export interface StampedPaper extends Paper {
  /** Twelve hexadecimal digits that change with any of its content. */
  code: string;
}
