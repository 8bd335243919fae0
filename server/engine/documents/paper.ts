/** A document as plain data, from which every kind of file is made: what is on it, in the order of reading. */
import type { Lang } from '../../../runtime/core/text/lang.ts';
import type { ImageType } from '../../platform/files/image.ts';

export interface Labelled {
  label: string;
  text: string;
}

export interface PaperColumn {
  label: string;
  /** Its part of the width; all columns of a table have 100 together. */
  width: number;
  /** Figures stand at the end of their column. */
  isFigure: boolean;
}

export interface PaperTable {
  columns: PaperColumn[];
  rows: string[][];
}

/** A picture as it is printed, in the box of so many millimetres that holds it whole. */
export interface DrawnPicture {
  /** In base64. */
  data: string;
  type: ImageType;
  width: number;
  height: number;
}

export interface PaperPicture {
  caption: string;
  /** Null where it can't be printed: its caption is there alone. */
  drawn: DrawnPicture | null;
}

export type PaperBlock =
  | { kind: 'pairs'; title?: string; columns: number; pairs: Labelled[] }
  | { kind: 'table'; title?: string; table: PaperTable; totals: Labelled[]; sums: PaperTable | null }
  | { kind: 'text'; title?: string; paragraphs: string[] }
  | { kind: 'pictures'; title?: string; pictures: PaperPicture[] }
  | { kind: 'signatures'; places: string[] }
  /** A drawing of lines and texts that we made ourselves; it takes the width of the page, on paper alone. */
  | { kind: 'drawing'; svg: string }
  /** Labels of many records on sheets, from a place of the first one on: the blocks of each. */
  | { kind: 'labels'; first: number; labels: PaperBlock[][] };

export interface Paper {
  lang: Lang;
  title: string;
  /** Names this one among all others of its kind. */
  number: string;
  /** The tenant that makes it out. */
  from: string;
  /** The moment of what it says, as ISO 8601: the same record makes the same file. */
  asOf: string;
  isLandscape: boolean;
  isLabel: boolean;
  blocks: PaperBlock[];
}

export interface StampedPaper extends Paper {
  /** Twelve hexadecimal digits that change with anything that it says. */
  code: string;
}
