import type { Text } from '../../../generated/definition.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { errorTable } from './errorTable.ts';

export type ErrorKey = keyof typeof errorTable;
type Params = Readonly<Record<string, string | number>>;
/** A parameter that is a text has its own translation in both languages. */
type ErrorParams = Readonly<Record<string, string | number | Text>>;

/** A wrong field: JSON pointer into the body (or /query/name, /path/name), and a message. */
export interface FieldError {
  field: string;
  msg: string;
}

export interface ErrorExtras {
  /** The field that caused it, as a JSON pointer. */
  field?: string;
  errors?: readonly FieldError[];
  /** Sent as `data` (the current record of a conflict, the wait of a rate limit). */
  data?: unknown;
  /** Extra answer headers such as retry-after. */
  headers?: Readonly<Record<string, string>>;
  /** The entity whose records refer to the record to delete, or have a value already. */
  holder?: string;
  /** The record of `holder` that has the value already. */
  holderId?: number;
  cause?: unknown;
}

type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
/** The names in braces of the text of an error. */
type ParamName<Key extends ErrorKey> = NamesIn<(typeof errorTable)[Key]['en' | 'zh']>;
/** The errors whose text has no name in braces. */
export type PlainKey = { [Key in ErrorKey]: [ParamName<Key>] extends [never] ? Key : never }[ErrorKey];
/** An error whose text has names in braces must be thrown with exactly these values. */
type ErrorArguments<Key extends ErrorKey> = [ParamName<Key>] extends [never]
  ? [params?: Readonly<Record<string, never>>, extras?: ErrorExtras]
  : [params: Readonly<Record<ParamName<Key>, string | number | Text>>, extras?: ErrorExtras];

export interface ErrorParts {
  key: ErrorKey;
  params: ErrorParams;
  extras: ErrorExtras;
}

/** An error for the caller. Its key determines status, code and the text in both languages. */
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

  /** Makes an error from the parts of another one: from another process, or before its place was added. */
  static from({ key, params, extras }: ErrorParts): AppError {
    return new AppError(key, params as ErrorArguments<ErrorKey>[0], extras);
  }

  /** Returns the same error with other extras, and with other values for some parameters. */
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
