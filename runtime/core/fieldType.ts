/**
 * Describes field types. A type is a folder of `runtime/fieldTypes`: `type.ts` holds this, and `view.tsx`, where it has
 * one, how a value is entered and shown. Tables, filters, lists, files and forms read it from there.
 */
import type { Field, Text } from '../../generated/definition.ts';
import type { Lang } from './text/lang.ts';

/**
 * The ways in which the database and its filters compare values. `words`: an object, by the texts in it. `sealed`: not
 * at all.
 */
export type Comparison =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'date'
  | 'date-time'
  | 'decimal'
  | 'uuid'
  | 'words'
  | 'sealed'
  | 'json';

/** The kinds of conditions that a list offers. */
export type FilterKind = 'text' | 'words' | 'number' | 'date' | 'yesNo';

/** The kinds in which a cell of a spreadsheet holds a value. */
export type CellKind = 'text' | 'number' | 'amount' | 'date' | 'moment' | 'time' | 'yesNo' | 'json';

/** The place where a value is shown as text. */
export interface TextPlace {
  field: Field;
  lang: Lang;
  /** The field's unit; of an amount its currency. */
  unit: string | undefined;
  /** The zone in which moments are told, and which they then name; the browser's without one. */
  zone?: string | undefined;
}

export interface FieldType {
  /** Says to people what it is. */
  title: Text;
  /** The types of JSON that values may have; a field that names another is refused. */
  json: readonly NonNullable<Field['type']>[];
  /** Keywords that every field of the type has, unless it says otherwise. */
  implied?: Field;
  /** The form of its texts. The engine that validates them runs it: keep it linear. */
  pattern?: RegExp;
  /** The pattern bounds the length, so that no field has to. */
  isBounded?: boolean;
  /** Said of a value of another form; `{title}` stands for the field's. */
  message?: Text;
  /** Finds what else is wrong with a value, said with the field's title. */
  findProblem?(value: unknown, field: Field): Text | null;
  /** Finds what is odd about a value that is taken all the same, said with the field's title. */
  findHint?(value: unknown): Text | null;
  /** People choose a value instead of typing it. */
  isChosen?: boolean;

  /** The type of its column in PostgreSQL. What is left out here and below is that of the type of JSON. */
  column?: string;
  compare?: Comparison;
  /** Null: lists do not filter by it. */
  filter?: FilterKind | null;
  /** It is a time on the reader's clock, which says its zone where it is alone. */
  isMoment?: boolean;
  /** Sums are taken of it and it is at the end of its column. */
  isFigure?: boolean;

  /** The value as people read it; what has none is shown as it is, a figure with its unit. */
  formatText?(value: unknown, place: TextPlace): string;
  /** A limit of the field as people read it. */
  formatLimit?(limit: number, lang: Lang): string;
  /** The unit of figures if the field names none. */
  unit?: string;
  /** The unit is a currency, which may stand in another field. */
  hasCurrency?: boolean;
  /** Shown by its view: a picture, a link, a colour. */
  isDrawn?: boolean;

  cell?: CellKind;
  /** Explains to people what goes into a cell. */
  cellHelp?: Text;
  /** The text of a cell where the value is an object, and the value of such a text. */
  formatCell?(value: unknown): string;
  parseCell?(text: string): unknown;

  /** The control that edits it. */
  control: string;
  /** The control needs the whole width of a form. */
  isWide?: boolean;
  /** It is simple enough to be edited in a cell of a list. */
  fitsCell?: boolean;
  /** Formatted text, which is sanitised when it is saved and when it is shown. */
  isMarkup?: boolean;
  /** A stored file. */
  isFile?: boolean;

  /** Plausible values, different from one `at` to the next. */
  makeSample(at: number): unknown;
}
