/** The error texts (V141–V158): messages to the user about failed calls. */
export interface FieldError {
  /** JSON pointer into the request's body: `/name`. */
  field: string;
  msg: string;
}

export const OK = 0;
/** The server's codes that screens handle. Their texts are in the response. */
export const CODE = {
  invalid: 40001,
  captchaRequired: 40011,
  captchaWrong: 40012,
  badCredentials: 40010,
  otpRequired: 40013,
  otpWrong: 40014,
  passwordMismatch: 40020,
  passwordWrong: 40021,
  tooManyLogins: 42910,
  forbidden: 40301,
  choiceTaken: 40955,
  linkGone: 40471,
  notShared: 40372,
  otherPerson: 40374,
} as const;

export type Failure = 'answer' | 'connection' | 'timeout' | 'build' | 'token' | 'session';

interface Details {
  failure: Failure;
  status?: number;
  code?: number;
  msg?: string;
  fields?: FieldError[];
  data?: unknown;
  cause?: unknown;
}

/** A failed call. `msg` is the server's message in the user's language, or empty. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly failure: Failure;
  /** HTTP status, or 0 without a response. */
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly fields: readonly FieldError[];
  /** Data of the error, such as the current record for 409. */
  readonly data: unknown;

  constructor(details: Details) {
    super(details.msg || details.failure, { cause: details.cause });
    this.failure = details.failure;
    this.status = details.status ?? 0;
    this.code = details.code ?? -1;
    this.msg = details.msg ?? '';
    this.fields = details.fields ?? [];
    this.data = details.data;
  }
}

const STATUS_KEYS = {
  400: 'http.requestError',
  401: 'http.loginTimeout',
  403: 'http.accessDenied',
  404: 'http.requestError',
  408: 'http.requestTimeout',
  500: 'http.serverError',
  501: 'http.notImplemented',
  502: 'http.networkError',
  503: 'http.unavailable',
  504: 'http.networkTimeout',
  505: 'http.versionNotSupported',
} as const;
type StatusKey = (typeof STATUS_KEYS)[keyof typeof STATUS_KEYS];

/** A text key, or the server's text. */
export type ErrorText =
  | { key: StatusKey | 'http.connectionError' | 'http.forbidden'; params?: { code: number } }
  | { text: string };

function statusText(status: number): ErrorText {
  const key = (STATUS_KEYS as Record<number, StatusKey>)[status];
  return key ? { key } : { key: 'http.connectionError', params: { code: status } };
}

/** Returns the message for the user. Null for V154 and cancelled calls. */
export function errorText(error: unknown): ErrorText | null {
  if (!(error instanceof ApiError)) return null;
  switch (error.failure) {
    case 'connection':
      return null;
    case 'timeout':
    case 'build':
      return { key: 'http.requestTimeout' };
    case 'token':
      return { key: 'http.forbidden' };
    case 'session':
      return { key: 'http.loginTimeout' };
    case 'answer':
      return error.msg ? { text: error.msg } : statusText(error.status);
  }
}
