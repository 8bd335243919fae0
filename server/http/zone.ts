import type { FastifyRequest } from 'fastify';
import { isZone } from '../../runtime/core/timeWindow.ts';
import { AppError } from './errors.ts';

const MAX_LENGTH = 64;

/** The caller's time zone (header `x-time-zone`, an IANA name): where their days begin. */
export function request_zone(request: FastifyRequest): string {
  const zone = request.headers['x-time-zone'];
  if (zone === undefined) return 'UTC';
  if (typeof zone !== 'string' || zone.length > MAX_LENGTH || !isZone(zone))
    throw new AppError('http.badZone', {}, { field: '/header/x-time-zone' });
  return zone;
}
