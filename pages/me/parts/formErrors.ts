import type { FormInstance } from 'antd';
import { ApiError } from '../../../runtime/kit/api/client.ts';
import { CODE } from '../../../runtime/kit/api/errors.ts';

/** Gives the field of the password form that an error of the server belongs to. */
const FIELD_OF_CODE: Record<number, string> = {
  [CODE.passwordWrong]: 'oldPassword',
  [CODE.passwordMismatch]: 'repeatPassword',
};

/** The server's objections at the fields that they are about; what is about no field is returned. */
export function placeError(error: unknown): {
  fields: { name: string; errors: string[] }[];
  rest: string | null;
} {
  if (!(error instanceof ApiError)) throw error;
  const fields = error.fields.map(({ field, msg }) => ({ name: field.replace(/^\//, ''), errors: [msg] }));
  const name = FIELD_OF_CODE[error.code];
  if (fields.length === 0 && name) fields.push({ name, errors: [error.msg] });
  return { fields, rest: fields.length > 0 ? null : error.msg };
}

/** Puts them there, and the focus on the first. */
export function showErrors(form: FormInstance, error: unknown): string | null {
  const { fields, rest } = placeError(error);
  form.setFields(fields);
  const first = fields[0];
  if (first) form.focusField(first.name);
  return rest;
}
