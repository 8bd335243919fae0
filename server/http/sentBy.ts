/**
 * A device sends later what a user entered before. The header `X-Sent-By` names that user in their tenant. Another user
 * who has signed in on the device in the meantime sends nothing in their place.
 */
import type { FastifyRequest } from 'fastify';
import type { Session } from '../engine/context.ts';
import { AppError } from '../platform/errors/errors.ts';

const HEADER = 'x-sent-by';

export function refuseOther({ headers }: FastifyRequest, visitor: Session | null): void {
  const sender = headers[HEADER];
  if (sender === undefined || !visitor) return;
  if (sender !== `${visitor.userId}@${visitor.tenantId}`) throw new AppError('http.otherPerson');
}
