/** The state of the login form after each attempt. Pure, so that every answer of the server is tested. */
import { CODE } from '../../../runtime/kit/api/errors.ts';
import type { TextKey } from '../../../runtime/kit/i18n/index.ts';

export interface Fields {
  username: string;
  password: string;
  otp: string;
}
export type FieldName = keyof Fields;

/** A text key, or the server's text. */
export type ShownText = { key: TextKey } | { text: string };
export interface Problems {
  fields: Partial<Record<FieldName, ShownText>>;
  /** An error without a field, such as rate limit or missing connection. */
  form: ShownText | null;
}

export const NO_PROBLEMS: Problems = { fields: {}, form: null };

/** Returns the empty required fields. Null if all are filled. */
export function fieldsMissing(values: Fields, shown: { otp: boolean }): Problems | null {
  const fields: Problems['fields'] = {};
  if (values.username.trim() === '') fields.username = { key: 'login.usernameMissing' };
  if (values.password === '') fields.password = { key: 'login.passwordMissing' };
  if (shown.otp && values.otp.trim() === '') fields.otp = { key: 'login.otpMissing' };
  return Object.keys(fields).length > 0 ? { fields, form: null } : null;
}

interface Failed {
  failure: string;
  code: number;
  msg: string;
}

/** Additional required fields after a failed attempt, and the message about them. */
interface OtpState {
  otp: boolean;
}

export function readFailure({ failure, code, msg }: Failed): Problems & OtpState {
  const otp = code === CODE.otpRequired || code === CODE.otpWrong;
  const otpState = { otp };
  if (otp) return { fields: { otp: { text: msg } }, form: null, ...otpState };
  if (code === CODE.badCredentials) return { fields: { password: { text: msg } }, form: null, ...otpState };
  if (failure === 'connection' || failure === 'timeout' || msg === '') {
    return { fields: {}, form: { key: 'login.unreachable' }, ...otpState };
  }
  return { fields: {}, form: { text: msg }, ...otpState };
}

export interface LoginState {
  values: Fields;
  problems: Problems;
  /** The problems of the last attempt. The form focuses the first invalid field. */
  attempt: Problems;
  busy: boolean;
  /** True while the proof of work is computed. It takes long enough to need a message. */
  working: boolean;
  otpShown: boolean;
}

export const LOGIN_START: LoginState = {
  values: { username: '', password: '', otp: '' },
  problems: NO_PROBLEMS,
  attempt: NO_PROBLEMS,
  busy: false,
  working: false,
  otpShown: false,
};

/** Changes a field and clears its error. */
export function changeField(state: LoginState, name: FieldName, value: string): LoginState {
  return {
    ...state,
    values: { ...state.values, [name]: value },
    problems: { fields: { ...state.problems.fields, [name]: undefined }, form: null },
  };
}

/** `sends`: true if all fields are filled and no attempt is running. */
export function beginAttempt(state: LoginState): { state: LoginState; sends: boolean } {
  const missing = fieldsMissing(state.values, { otp: state.otpShown });
  const found = missing ?? NO_PROBLEMS;
  const sends = missing === null && !state.busy;
  return { state: { ...state, problems: found, attempt: found, busy: state.busy || sends }, sends };
}

/** Handles a failed attempt. A one-time code is valid for one attempt only. */
export function failAttempt(state: LoginState, failure: Problems & OtpState): LoginState {
  return {
    ...state,
    problems: failure,
    attempt: failure,
    values: { ...state.values, otp: '' },
    otpShown: state.otpShown || failure.otp,
  };
}

export function endAttempt(state: LoginState): LoginState {
  return { ...state, busy: false, working: false };
}
