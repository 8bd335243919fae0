/** What the login form shows after an attempt; pure, so that every answer of the server has its test. */
import { CODE } from '../../../runtime/api/errors.ts';
import type { TextKey } from '../../../runtime/i18n/index.ts';

export interface Fields {
  username: string;
  password: string;
  captcha: string;
}
export type FieldName = keyof Fields;

/** A text of our own by key, or the server's words. */
export type Said = { key: TextKey } | { text: string };
export interface Problems {
  fields: Partial<Record<FieldName, Said>>;
  /** What belongs to no field: rate limit, no connection. */
  form: Said | null;
}

export const NO_PROBLEMS: Problems = { fields: {}, form: null };

/** What is missing before anything is sent; null = nothing. */
export function fields_missing(values: Fields, captchaShown: boolean): Problems | null {
  const fields: Problems['fields'] = {};
  if (values.username.trim() === '') fields.username = { key: 'login.usernameMissing' };
  if (values.password === '') fields.password = { key: 'login.passwordMissing' };
  if (captchaShown && values.captcha.trim() === '') fields.captcha = { key: 'login.captchaMissing' };
  return Object.keys(fields).length > 0 ? { fields, form: null } : null;
}

interface Failed {
  failure: string;
  code: number;
  msg: string;
}

/** A captcha counts once: whatever the server answered, the next attempt needs a new one. */
export function failure_read({ failure, code, msg }: Failed): Problems & { captcha: boolean } {
  const captcha = code === CODE.captchaRequired || code === CODE.captchaWrong;
  if (captcha) return { fields: { captcha: { text: msg } }, form: null, captcha };
  if (code === CODE.badCredentials) return { fields: { password: { text: msg } }, form: null, captcha };
  if (failure === 'connection' || failure === 'timeout' || msg === '') {
    return { fields: {}, form: { key: 'login.unreachable' }, captcha };
  }
  return { fields: {}, form: { text: msg }, captcha };
}
