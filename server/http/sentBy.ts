/**
 * A device sends later what a user entered before. The header `X-Sent-By` contains that user and their tenant. If
 * another user has signed in on the device since, nothing is sent in their name. `X-Waited` contains the milliseconds
 * since the input, so that its moment is right although the clock of the device is wrong.
 */
import type { FastifyRequest } from 'fastify';
import type { Session } from '../engine/context.ts';
import { AppError } from '../platform/errors/errors.ts';

const HEADER = 'x-sent-by';
const WAITED = 'x-waited';
/** A device keeps input for a week at least. A longer time is not believed. */
const MAX_WAITED_MS = 30 * 86_400_000;

export function refuseOther({ headers }: FastifyRequest, visitor: Session | null): void {
  const sender = headers[HEADER];
  if (sender === undefined || !visitor) return;
  if (sender !== `${visitor.userId}@${visitor.tenantId}`) throw new AppError('http.otherPerson');
}

/** Returns the session with the moment of the input if a device sends it later. */
export function withInputTime(
  { headers }: FastifyRequest,
  visitor: Session | null,
  now: number,
): Session | null {
  const waited = Number(headers[WAITED]);
  if (!visitor || headers[HEADER] === undefined || !(waited > 0) || waited > MAX_WAITED_MS) return visitor;
  return { ...visitor, enteredAt: new Date(now - waited).toISOString() };
}
