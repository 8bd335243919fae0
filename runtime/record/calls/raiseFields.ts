import { ApiError } from '../../kit/api/errors.ts';

const FORM = '/form';

/** Converts error paths to the fields of the form. The server reports them below the surrounding object. */
export function raiseFields(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { failure, status, code, msg, data } = error;
  const fields = error.fields.map(({ field, ...rest }) => ({
    ...rest,
    field: field.startsWith(FORM) ? field.slice(FORM.length) : field,
  }));
  return new ApiError({ failure, status, code, msg, data, fields, cause: error });
}
