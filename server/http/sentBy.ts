/**
 * Input that a device stored and sends later. The header `X-Sent-By` contains the user of the input and their tenant.
 * Input is refused if another user has signed in on the device since. `X-Waited` contains the milliseconds since the
 * input. The duration gives the right time even if the clock of the device is wrong.
 */
import type { FastifyRequest } from 'fastify';
import type { Session } from '../engine/context.ts';
import { AppError } from '../platform/errors/errors.ts';

const HEADER = 'x-sent-by';
const WAITED = 'x-waited';
/** A device stores input for at least a week. Longer times are not accepted. */
const MAX_WAITED_MS = 30 * 86_400_000;

export function refuseOther({ headers }: FastifyRequest, visitor: Session | null): void {
  const sender = headers[HEADER];
  if (sender === undefined || !visitor) return;
  if (sender !== `${visitor.userId}@${visitor.tenantId}`) throw new AppError('http.otherPerson');
}

/** Returns the session. If a device sends input later, the session contains the time of the input. */
export function withInputTime(
  { headers }: FastifyRequest,
  visitor: Session | null,
  now: number,
): Session | null {
  const waited = Number(headers[WAITED]);
  if (!visitor || headers[HEADER] === undefined || !(waited > 0) || waited > MAX_WAITED_MS) return visitor;
  return { ...visitor, enteredAt: new Date(now - waited).toISOString() };
}
