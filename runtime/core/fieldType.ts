/**
 * Describes field types. A type is a folder of `runtime/fieldTypes`. Its `type.ts` contains this, and its optional
 * `view.tsx` draws how a value is entered and shown. Tables, filters, lists, files and forms read it from there.
 */
import type { Field, Text } from '../../generated/definition.ts';
import type { Lang } from './text/lang.ts';

/**
 * Kinds of comparison in the database and its filters. `words` compares an object by its texts. `sealed` values are not
 * compared.
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

/** The kinds of a spreadsheet cell. */
export type CellKind = 'text' | 'number' | 'amount' | 'date' | 'moment' | 'time' | 'yesNo' | 'json';

/** The place where a value is shown as text. */
export interface TextPlace {
  field: Field;
  lang: Lang;
  /** The field's unit. For an amount its currency. */
  unit: string | undefined;
  /** The time zone in which times are written, and which they name. Without one it is the browser's. */
  zone?: string | undefined;
}

export interface FieldType {
  /** The name of the type for users. */
  title: Text;
  /** The JSON types that values may have. A field with another type is refused. */
  json: readonly NonNullable<Field['type']>[];
  /** Keywords of every field of the type, unless the field overrides them. */
  implied?: Field;
  /** The pattern of its texts. The validator runs it on its own engine, so it must take linear time. */
  pattern?: RegExp;
  /** The pattern bounds the length, so that no field has to. */
  isBounded?: boolean;
  /** The message for a value that does not match. `{title}` is replaced by the field's title. */
  message?: Text;
  /** Finds any other mistake in a value, as a message with the field's title. */
  findProblem?(value: unknown, field: Field): Text | null;
  /** Finds what is unusual about an accepted value, as a message with the field's title. */
  findHint?(value: unknown): Text | null;
  /** Users select a value instead of typing it. */
  isChosen?: boolean;

  /** The type of its column in PostgreSQL. Omitted settings, here and below, are those of the JSON type. */
  column?: string;
  compare?: Comparison;
  /** Null if lists cannot be filtered by it. */
  filter?: FilterKind | null;
  /** The value is a time in the reader's time zone. On its own it is shown with the zone. */
  isMoment?: boolean;
  /** The value can be summed and is right-aligned in its column. */
  isFigure?: boolean;

  /** Returns the value for readers. Without it the value is shown as it is, a figure with its unit. */
  formatText?(value: unknown, place: TextPlace): string;
  /** Returns a limit of the field as text for users. */
  formatLimit?(limit: number, lang: Lang): string;
  /** The unit of figures if the field does not set one. */
  unit?: string;
  /** The unit is a currency, which may be in another field. */
  hasCurrency?: boolean;
  /** A view draws it: a picture, a link, a colour. */
  isDrawn?: boolean;

  cell?: CellKind;
  /** Explains to users what a cell may contain. */
  cellHelp?: Text;
  /** Returns the text of a cell for a value that is an object, and reads the value from it. */
  formatCell?(value: unknown): string;
  parseCell?(text: string): unknown;

  /** The name of its control. */
  control: string;
  /** The control needs the whole width of a form. */
  isWide?: boolean;
  /** It is simple enough to be edited in a cell of a list. */
  fitsCell?: boolean;
  /** Formatted text, which is sanitised when it is saved and when it is shown. */
  isMarkup?: boolean;
  /** The value is a stored file. */
  isFile?: boolean;

  /** Returns plausible values that differ by `at`. */
  makeSample(at: number): unknown;
}
