/** A field as it is written in definitions. */
import type { Option, Text } from './definitionValues.ts';

/** The entity whose records are the lines, with their reference to the record and its key. */
export interface LinesOf {
  entity: string;
  field: string;
  key: string;
  order?: string;
  copy?: boolean;
}

/** A rule across the fields of an object. */
export interface Rule {
  check: object;
  at: string;
  text: Text;
  /** The form shows the sentence, and saves are not refused. */
  warn?: true;
}

/** Rows that the form adds to a table on request. */
export interface Proposal {
  title: Text;
  by: string;
  sort?: string;
  values: Record<string, object>;
  share?: { field: string; of: string };
  begin?: boolean;
}

/** Rows that take their values from the telemetry of a device. */
export interface Readings {
  title: Text;
  device: string;
  by: string;
  value: string;
  at: string;
}

/** A value that a field of another record must have. */
export type Plain = string | number | boolean;

export interface Field {
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  format?: string;
  properties?: Record<string, Field>;
  required?: string[];
  items?: Field;
  prefixItems?: Field[];
  readOnly?: boolean;
  writeOnly?: boolean;
  default?: unknown;
  enum?: unknown[];
  maxLength?: number;
  'x-options'?: Option[];
  'x-dictionary'?: string;
  'x-ref'?: string;
  'x-refKey'?: string;
  'x-refWhere'?: Record<string, Plain | Plain[] | { var: string }>;
  'x-decimals'?: number;
  'x-megabytes'?: number;
  'x-currency'?: string;
  'x-permission'?: string;
  'x-sealed'?: boolean;
  'x-checkUnique'?: boolean;
  'x-lines'?: LinesOf;
  'x-propose'?: Proposal;
  'x-readings'?: Readings;
  'x-rollup'?: Rollup;
  'x-sequence'?: Sequence;
  'x-exclusive'?: string[];
  'x-default'?: object;
  'x-suggestDuplicates'?: boolean;
  'x-lookup'?: Lookup;
  'x-liveHint'?: TypingCall;
  'x-copyInto'?: Record<string, string>;
  'x-copyFrom'?: string;
  'x-snapshot'?: boolean;
  'x-rules'?: Rule[];
  [keyword: string]: unknown;
}

/** A call that runs while a user types, and the parts of the sentence that shows its answer. */
export interface TypingCall {
  call: string;
  of: string[];
  with?: string[];
  says: Text[];
}

/** A call that looks up the entered value, and the fields that it fills. */
export interface Lookup {
  call: string;
  by: string;
  label: string;
  hint?: string;
  fill: Record<string, string>;
}

/** A figure over the records of `entity.field` that refer to this one. */
export interface Rollup {
  of: string;
  do: 'sum' | 'count' | 'min' | 'max' | 'last';
  field?: string;
  by?: string;
  where?: { properties: Record<string, { const?: unknown; enum?: unknown[]; not?: { enum: unknown[] } }> };
}

export interface Sequence {
  pattern: string;
  by?: string[];
  gapless?: boolean;
  given?: boolean;
}
