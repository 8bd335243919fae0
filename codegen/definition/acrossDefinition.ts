/** Rules that look at other records, as the codegen handles them. */
import type { Text } from './definitionValues.ts';
import type { Rollup } from './fieldDefinition.ts';

export interface Apart {
  by: string[];
  from: string;
  to: string | string[];
  where?: Rollup['where'];
  text: Text;
}

export interface AcrossFigure {
  of?: string;
  do: 'sum' | 'count' | 'min' | 'max';
  field?: string;
  /** Fields of the counted records, each with the field of the record that has the same value. */
  by: Record<string, string>;
  where?: Rollup['where'];
}

export interface Across {
  figures: Record<string, AcrossFigure>;
  check: object;
  at: string;
  text: Text;
}

/** Records that are read-only once the month of their day is closed. */
export interface ClosedPeriod {
  kind: string;
  day: string;
  open?: string[];
}

/** The states of records that have versions. */
export interface Versions {
  draft: string | number;
  released: string | number;
  replaced: string | number;
}

/** Entries that are created and read on their own. */
export interface Book {
  open?: string[];
  counter?: { field: string; amounts: string[]; same: string[] };
}
