import type { FormInstance } from 'antd';
import { ApiError } from '../../../runtime/kit/api/client.ts';
import { CODE } from '../../../runtime/kit/api/errors.ts';

/** Fields of the password form by the error code of the server. */
const FIELD_OF_CODE: Record<number, string> = {
  [CODE.passwordWrong]: 'oldPassword',
  [CODE.passwordMismatch]: 'repeatPassword',
};

/** Returns the server's errors by field, and the error without a field. */
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

/**
 * Shows the errors at their fields, and focuses the first one. Returns the errors without a field, or null.
 */
export function showErrors(form: FormInstance, error: unknown): string | null {
  const { fields, rest } = placeError(error);
  form.setFields(fields);
  const first = fields[0];
  if (first) form.focusField(first.name);
  return rest;
}
