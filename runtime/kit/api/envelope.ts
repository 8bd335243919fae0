import { ApiError, type FieldError, OK } from './errors.ts';

/** The shape of every JSON answer. */
export interface Envelope {
  code: number;
  msg: string;
  data?: unknown;
  errors?: FieldError[];
}

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && typeof (value as Envelope).code === 'number';
}

/** Returns the data of an answer, or throws its error. V141: a code other than 0. V142–V153: an HTTP status. */
export function unwrap(body: unknown, status: number, ok: boolean): unknown {
  if (isEnvelope(body)) {
    if (ok && body.code === OK) return body.data;
    const { code, msg, errors, data } = body;
    throw new ApiError({ failure: 'answer', status, code, msg, fields: errors, data });
  }
  if (!ok) throw new ApiError({ failure: 'answer', status });
  return body;
}
