/**
 * Checks telemetry over HTTP before its handlers. A request is refused before its body is read if the queue is full or
 * the token is unknown. Bodies that are too large or invalid JSON are counted as refused data.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OperationId } from '../../../generated/operations.ts';
import type { Services } from '../../engine/context.ts';
import { requestVisitor } from '../../http/routes.ts';
import { errorCode } from '../../platform/db/connect/connect.ts';
import { AppError, type ErrorKey } from '../../platform/errors/errors.ts';
import { admitBody, admitJson, isJsonStorable } from '../../platform/jsonText.ts';
import { MAX_ENTRIES, mendNumbers } from '../../sites/telemetry/intake/payload.ts';
import type { Reason } from '../../sites/telemetry/intake/reasons.ts';

const OPERATIONS: ReadonlySet<string> = new Set<OperationId>([
  'deviceTelemetry',
  'gatewayTelemetry',
  'telemetryBatch',
]);
/** A new device has no token yet, so its failed calls are counted by address. */
const NEW_DEVICE: OperationId = 'deviceProvision';
const TOO_LARGE = 'FST_ERR_CTP_BODY_TOO_LARGE';
/** The errors for a body that does not match its description. */
const WRONG: ReadonlySet<ErrorKey> = new Set<ErrorKey>(['http.invalid', 'http.badRequest']);

const isTelemetry = ({ routeOptions }: FastifyRequest): boolean =>
  OPERATIONS.has(routeOptions.config.operationId ?? '');

/** Matches a surrogate pair, another `\u` escape, any other escape, or NUL. */
const ESCAPES = /\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|\\u[0-9a-f]{4}|\\.|\0/gi;
const LONE = /^(?:\\u0000|\\ud[89a-f][0-9a-f]{2}|\0)$/i;

/**
 * Replaces characters that cannot be stored by U+FFFD. Otherwise a single character would make a device lose its whole
 * message.
 */
function textStorable(body: string): string {
  return isJsonStorable(body)
    ? body
    : body.replaceAll(ESCAPES, (escapes) => (LONE.test(escapes) ? '\uFFFD' : escapes));
}

type Intake = Pick<Services, 'telemetry' | 'log' | 'openLimit'>;

/** Returns the token of the sending device, if the address contains one. */
const tokenOf = ({ params }: FastifyRequest): string | undefined =>
  (params as { deviceToken?: string } | undefined)?.deviceToken;

/** Counts a refused message of a device, or refused points of a collector. */
function refuseMessage(
  { telemetry, log }: Intake,
  request: FastifyRequest,
  reason: Extract<Reason, 'notJson' | 'notAMessage' | 'tooLarge'>,
  example?: unknown,
): void {
  const deviceToken = tokenOf(request);
  const visitor = requestVisitor(request);
  if (deviceToken === undefined) {
    if (visitor) telemetry.refuseCollected(visitor.tenantId, visitor.name, reason, example);
    return;
  }
  telemetry.device.byToken(deviceToken).then(
    (entry) => (entry ? telemetry.refuse(entry, reason, example) : telemetry.refusals.noteToken(deviceToken)),
    (error: unknown) => log.debug('refused data was not noted', { error: String(error) }),
  );
}

/** Counts a collector's call with an invalid body. Messages of devices are counted by their handlers. */
function refuseAndCollect(services: Intake, request: FastifyRequest, error: unknown): void {
  const isWrong = error instanceof AppError && WRONG.has(error.key);
  if (!isWrong || request.routeOptions.config.operationId !== ('telemetryBatch' satisfies OperationId))
    return;
  const { points } = (request.body ?? {}) as { points?: unknown };
  const isTooMany = Array.isArray(points) && points.length > MAX_ENTRIES;
  if (isTooMany) refuseMessage(services, request, 'tooLarge');
  else refuseMessage(services, request, 'notAMessage', request.body);
}

function refuseOften(openLimit: Intake['openLimit'], ip: string): void {
  const wait = openLimit.waitIp(ip);
  if (wait > 0) throw new AppError('http.tooMany', {}, { headers: { 'retry-after': String(wait) } });
}

export function mountIntake(app: FastifyInstance, services: Intake): void {
  app.addHook('onRequest', async (request) => {
    const full = isTelemetry(request) ? services.telemetry.overloaded() : null;
    if (full) throw full;
    if (request.routeOptions.config.operationId === NEW_DEVICE) refuseOften(services.openLimit, request.ip);
    const token = tokenOf(request);
    if (token === undefined || (await services.telemetry.device.byToken(token))) return;
    services.telemetry.refusals.noteToken(token);
    throw new AppError('telemetry.unknownToken');
  });
  app.addHook('onError', async (request, _reply, error) => {
    if (!isTelemetry(request)) return;
    const isLarge = error instanceof AppError && error.key === 'http.tooLarge';
    if (isLarge || errorCode(error) === TOO_LARGE) refuseMessage(services, request, 'tooLarge');
    else refuseAndCollect(services, request, error);
  });
  const strict = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    try {
      admitJson(body);
    } catch (error) {
      return done(error as Error, undefined);
    }
    if (isJsonStorable(body)) admitBody(request);
    if (!isTelemetry(request)) return strict(request, body, done);
    const text = textStorable(body);
    strict(request, text, (error, parsed) => {
      if (!error) return done(null, parsed);
      const mended = mendNumbers(text);
      const refuse = (): void => {
        refuseMessage(services, request, 'notJson', body);
        done(error, undefined);
      };
      if (mended === null) return refuse();
      strict(request, mended, (still, value) => (still ? refuse() : done(null, value)));
    });
  });
}
