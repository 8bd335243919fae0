import type { Text } from '../../../generated/definition.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { errorTable } from './errorTable.ts';

export type ErrorKey = keyof typeof errorTable;
type Params = Readonly<Record<string, string | number>>;
/** A text of its own says what it says in both languages. */
type ErrorParams = Readonly<Record<string, string | number | Text>>;

/** A wrong field: JSON pointer into the body (or /query/name, /path/name) and a sentence. */
export interface FieldError {
  field: string;
  msg: string;
}

interface ErrorExtras {
  /** The field that caused it, as a JSON pointer. */
  field?: string;
  errors?: readonly FieldError[];
  /** Goes out as `data` (the current record of a conflict, the wait of a rate limit). */
  data?: unknown;
  /** Extra answer headers such as retry-after. */
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/** An error that is meant for the caller: its key decides status, code and the text in both languages. */
export class AppError extends Error {
  override name = 'AppError';
  readonly key: ErrorKey;
  readonly params: ErrorParams;
  readonly extras: ErrorExtras;

  constructor(key: ErrorKey, params: ErrorParams = {}, extras: ErrorExtras = {}) {
    super(key, { cause: extras.cause });
    this.key = key;
    this.params = params;
    this.extras = extras;
  }
}

/** `{name}` in a text of the table is replaced by the parameter of that name. */
export function fillText(text: string, params: Params): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

const paramsIn = (params: ErrorParams, lang: Lang): Params =>
  Object.fromEntries(
    Object.entries(params).map(([name, param]) => [name, typeof param === 'object' ? param[lang] : param]),
  );

interface ErrorAnswer {
  status: number;
  body: { code: number; msg: string; data: unknown; errors?: readonly FieldError[] };
}

export function answerError(error: AppError, lang: Lang): ErrorAnswer {
  const entry = errorTable[error.key];
  const msg = fillText(entry[lang], paramsIn(error.params, lang));
  const { field, errors = field ? [{ field, msg }] : undefined, data = null } = error.extras;
  return { status: entry.status, body: { code: entry.code, msg, data, ...(errors ? { errors } : {}) } };
}
