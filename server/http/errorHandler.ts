import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorCode, isConnectionLost, isDiskFull } from '../platform/db/connect/connect.ts';
import { AppError, answerError, type PlainKey } from '../platform/errors/errors.ts';
import { diskFull } from '../platform/files/disk.ts';
import { requestLang } from '../platform/language.ts';
import type { Logger } from '../platform/log.ts';

/** Errors of Fastify and its plugins, by code. */
const KEYS: Readonly<Record<string, PlainKey>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'http.notJson',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'http.notJson',
  FST_ERR_CTP_BODY_TOO_LARGE: 'http.tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'http.mediaType',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'http.mediaType',
  FST_REQ_FILE_TOO_LARGE: 'http.tooLarge',
  FST_FILES_LIMIT: 'http.tooLarge',
  FST_PARTS_LIMIT: 'http.tooLarge',
  FST_FIELDS_LIMIT: 'http.tooLarge',
  // Serialisation failure and deadlock: PostgreSQL rolled back one of two conflicting transactions.
  '40001': 'db.retry',
  '40P01': 'db.retry',
};

/** Seconds after which senders of telemetry retry. */
const RETRY_AFTER_S = '2';

function statusOf(error: unknown): number {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500;
}

/** Converts any error to an error that may be shown. Only faults of the server become `http.internal`. */
export function classifyError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const key = KEYS[errorCode(error)];
  if (key) return new AppError(key, {}, { cause: error });
  if (isDiskFull(error)) return diskFull(error);
  if (isConnectionLost(error)) return new AppError('db.unavailable', {}, { cause: error });
  const status = statusOf(error);
  if (status === 429) return new AppError('http.tooMany', {}, { cause: error });
  if (status === 503) return new AppError('http.closing', {}, { cause: error });
  if (status >= 400 && status < 500) return new AppError('http.badRequest', {}, { cause: error });
  return new AppError('http.internal', {}, { cause: error });
}

export function createErrorHandler(log: Logger) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const shown = classifyError(error);
    const { status, body } = answerError(shown, requestLang(request));
    // Logs the template of the route, because addresses may contain tokens of devices and links.
    const place = { method: request.method, path: request.routeOptions.url ?? 'none of ours' };
    if (shown.key === 'http.internal') log.error('a request failed', { ...place, error });
    else if (status >= 500)
      log.warn('a request was not served', { ...place, key: shown.key, error: String(error) });
    if (shown.key === 'entity.notComputed')
      log.warn('a value could not be computed', { ...place, reason: String(shown.extras.cause) });
    if (reply.sent) return;
    const later = status === 503 ? { 'retry-after': RETRY_AFTER_S } : {};
    reply.headers({ ...later, ...shown.extras.headers, 'cache-control': 'no-store' });
    reply.status(status).send(body);
  };
}
