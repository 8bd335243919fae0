import type { FastifyRequest } from 'fastify';
import { isZone } from '../../runtime/core/time/timeWindow.ts';
import { AppError } from '../platform/errors/errors.ts';

const MAX_LENGTH = 64;

/** Returns the time zone. Throws if the value is not an IANA time zone. */
export function checkZone(zone: unknown, field = '/query/zone'): string {
  if (typeof zone !== 'string' || zone.length > MAX_LENGTH || !isZone(zone))
    throw new AppError('http.badZone', {}, { field });
  return zone;
}

/**
 * Returns the caller's time zone (header `x-time-zone`, an IANA name). The zone defines where the caller's days begin.
 */
export function requestZone(request: FastifyRequest): string {
  const zone = request.headers['x-time-zone'];
  return zone === undefined ? 'UTC' : checkZone(zone, '/header/x-time-zone');
}
