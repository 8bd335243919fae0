/**
 * Computes the state of the login form after each attempt. It is pure, so that every answer of the server has its test.
 */
import { CODE } from '../../../runtime/kit/api/errors.ts';
import type { TextKey } from '../../../runtime/kit/i18n/index.ts';

export interface Fields {
  username: string;
  password: string;
  otp: string;
}
export type FieldName = keyof Fields;

/** The key of our own text, or the server's text. */
export type Said = { key: TextKey } | { text: string };
export interface Problems {
  fields: Partial<Record<FieldName, Said>>;
  /** A problem without a field: rate limit, no connection. */
  form: Said | null;
}

export const NO_PROBLEMS: Problems = { fields: {}, form: null };

/** Returns the fields that are missing before sending. Null if there are none. */
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

/** Fields that the form requires from now on, and its message. */
interface Wanted {
  otp: boolean;
}

export function readFailure({ failure, code, msg }: Failed): Problems & Wanted {
  const otp = code === CODE.otpRequired || code === CODE.otpWrong;
  const wanted = { otp };
  if (otp) return { fields: { otp: { text: msg } }, form: null, ...wanted };
  if (code === CODE.badCredentials) return { fields: { password: { text: msg } }, form: null, ...wanted };
  if (failure === 'connection' || failure === 'timeout' || msg === '') {
    return { fields: {}, form: { key: 'login.unreachable' }, ...wanted };
  }
  return { fields: {}, form: { text: msg }, ...wanted };
}

export interface LoginState {
  values: Fields;
  problems: Problems;
  /** The problems of the last attempt. The focus follows them. */
  attempt: Problems;
  busy: boolean;
  /** True while the proof of work is computed, which takes long enough for a message. */
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

/** Changes a field and removes its problem. */
export function changeField(state: LoginState, name: FieldName, value: string): LoginState {
  return {
    ...state,
    values: { ...state.values, [name]: value },
    problems: { fields: { ...state.problems.fields, [name]: undefined }, form: null },
  };
}

/** `sends`: nothing is missing and no other attempt is under way. */
export function beginAttempt(state: LoginState): { state: LoginState; sends: boolean } {
  const missing = fieldsMissing(state.values, { otp: state.otpShown });
  const found = missing ?? NO_PROBLEMS;
  const sends = missing === null && !state.busy;
  return { state: { ...state, problems: found, attempt: found, busy: state.busy || sends }, sends };
}

/** Records a failed attempt. A one-time code is valid for one attempt only. */
export function failAttempt(state: LoginState, failure: Problems & Wanted): LoginState {
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
