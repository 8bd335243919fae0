/**
 * Describes field types. A type is a folder of `runtime/fieldTypes`. Its `type.ts` exports this description, and an
 * optional `view.tsx` renders input and output. Tables, filters, lists, files and forms use it.
 */
import type { Field, Text } from '../../generated/definition.ts';
import type { Lang } from './text/lang.ts';

/**
 * Kinds of comparison in the database and in filters. `words` compares the texts of an object. `sealed` values cannot
 * be compared.
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
  /** The field's unit, or the currency of an amount. */
  unit: string | undefined;
  /** The time zone of displayed times, by default the browser's. It is displayed too. */
  zone?: string | undefined;
}

export interface FieldType {
  /** The name of the type for users. */
  title: Text;
  /** The allowed JSON types. A field with another type is invalid. */
  json: readonly NonNullable<Field['type']>[];
  /** Default keywords for every field of the type. */
  implied?: Field;
  /** The pattern of valid texts. The validator's engine runs in linear time, without lookaround. */
  pattern?: RegExp;
  /** The pattern limits the length, so fields need no limit. */
  isBounded?: boolean;
  /** The message for a value that does not match. `{title}` is the field's title. */
  message?: Text;
  /** Finds a further error in a value. Null if there is none. The message contains the field's title. */
  findProblem?(value: unknown, field: Field): Text | null;
  /**
   * Finds something unusual in a valid value. Null if there is nothing. The message contains the field's
   * title.
   */
  findHint?(value: unknown): Text | null;
  /** Users select a value instead of typing it. */
  isChosen?: boolean;

  /** The PostgreSQL column type. Omitted settings, here and below, default to those of the JSON type. */
  column?: string;
  compare?: Comparison;
  /** The kind of filter. Null if lists cannot filter by the field. */
  filter?: FilterKind | null;
  /** The value is a time in the reader's time zone. A single value is shown with its zone. */
  isMoment?: boolean;
  /** The value can be summed and is right-aligned in its column. */
  isFigure?: boolean;

  /** Returns the displayed text. The default is the value itself, with its unit if it is a figure. */
  formatText?(value: unknown, place: TextPlace): string;
  /** Returns a limit of the field as text for users. */
  formatLimit?(limit: number, lang: Lang): string;
  /** The unit of figures if the field does not set one. */
  unit?: string;
  /** The unit is a currency, which may be in another field. */
  hasCurrency?: boolean;
  /** A view renders the value, for example a picture, a link or a colour. */
  isDrawn?: boolean;

  cell?: CellKind;
  /** Explains to users what a cell may contain. */
  cellHelp?: Text;
  /** Returns the cell text of an object value, and parses it. */
  formatCell?(value: unknown): string;
  parseCell?(text: string): unknown;

  /** The name of its control. */
  control: string;
  /** The control needs the whole width of a form. */
  isWide?: boolean;
  /** The control is simple enough for a cell of a list. */
  fitsCell?: boolean;
  /** Formatted text. It is sanitised when it is saved and when it is rendered. */
  isMarkup?: boolean;
  /** The value is a stored file. */
  isFile?: boolean;

  /** Returns plausible sample values, different for each `at`. */
  makeSample(at: number): unknown;
}
