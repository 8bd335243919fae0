/**
 * A device sends later what a user entered before. The header `X-Sent-By` contains that user and their tenant. If
 * another user has signed in on the device since, nothing is sent in their name.
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
