import type { Text } from '../../../generated/definition.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { errorTable } from './errorTable.ts';

export type ErrorKey = keyof typeof errorTable;
type Params = Readonly<Record<string, string | number>>;
/** A text parameter is an object with its translations into both languages. */
type ErrorParams = Readonly<Record<string, string | number | Text>>;

/** A wrong field: JSON pointer into the body (or /query/name, /path/name), and a message. */
export interface FieldError {
  field: string;
  msg: string;
}

export interface ErrorExtras {
  /** The wrong field, as a JSON pointer. */
  field?: string;
  errors?: readonly FieldError[];
  /** Sent as `data`: the current record of a conflict, the delay of a rate limit. */
  data?: unknown;
  /** Extra response headers such as retry-after. */
  headers?: Readonly<Record<string, string>>;
  /** The entity of the conflicting records. They refer to the record to delete, or already have the unique value. */
  holder?: string;
  /** The record of `holder` that already has the value. */
  holderId?: number;
  cause?: unknown;
}

type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
/** The parameter names in an error's text. */
type ParamName<Key extends ErrorKey> = NamesIn<(typeof errorTable)[Key]['en' | 'zh']>;
/** The errors whose text has no parameters. */
export type PlainKey = { [Key in ErrorKey]: [ParamName<Key>] extends [never] ? Key : never }[ErrorKey];
/** An error with parameters must be thrown with exactly these parameters. */
type ErrorArguments<Key extends ErrorKey> = [ParamName<Key>] extends [never]
  ? [params?: Readonly<Record<string, never>>, extras?: ErrorExtras]
  : [params: Readonly<Record<ParamName<Key>, string | number | Text>>, extras?: ErrorExtras];

export interface ErrorParts {
  key: ErrorKey;
  params: ErrorParams;
  extras: ErrorExtras;
}

/** An error for the caller. Its key determines the status, the code, and the text in both languages. */
export class AppError<Key extends ErrorKey = ErrorKey> extends Error {
  override name = 'AppError';
  readonly key: ErrorKey;
  readonly params: ErrorParams;
  readonly extras: ErrorExtras;

  constructor(key: Key, ...[params = {}, extras = {}]: ErrorArguments<Key>) {
    super(key, { cause: extras.cause });
    this.key = key;
    this.params = params;
    this.extras = extras;
  }

  /** Creates an error from the parts of another one, which came from another process or lacked its field. */
  static from({ key, params, extras }: ErrorParts): AppError {
    return new AppError(key, params as ErrorArguments<ErrorKey>[0], extras);
  }

  /** Returns a copy of the error with other extras and parameters. */
  with(extras: ErrorExtras, params: ErrorParams = {}): AppError {
    return AppError.from({ key: this.key, params: { ...this.params, ...params }, extras });
  }
}

/** `{name}` in a text of the table is replaced by the parameter of that name. */
export function fillText(text: string, params: Params): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

const paramsIn = (params: ErrorParams, lang: Lang): Params =>
  Object.fromEntries(
    Object.entries(params).map(([name, param]) => [
      name,
      typeof param === 'object' ? pickText(param, lang) : param,
    ]),
  );

interface ErrorAnswer {
  status: number;
  body: { code: number; msg: string; data: unknown; errors?: readonly FieldError[] };
}

export function answerError(error: AppError, lang: Lang): ErrorAnswer {
  const entry = errorTable[error.key];
  const msg = fillText(pickText(entry, lang), paramsIn(error.params, lang));
  const { field, errors = field ? [{ field, msg }] : undefined, data = null } = error.extras;
  return { status: entry.status, body: { code: entry.code, msg, data, ...(errors ? { errors } : {}) } };
}
