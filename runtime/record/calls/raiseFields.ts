import { ApiError } from '../../kit/api/errors.ts';

const FORM = '/form';

/** Moves errors to the form's fields. The server reports fields below the object that contains them. */
export function raiseFields(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { failure, status, code, msg, data } = error;
  const fields = error.fields.map(({ field, ...rest }) => ({
    ...rest,
    field: field.startsWith(FORM) ? field.slice(FORM.length) : field,
  }));
  return new ApiError({ failure, status, code, msg, data, fields, cause: error });
}
