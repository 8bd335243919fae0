import type { FastifyReply } from 'fastify';
import { AppError } from '../platform/errors/errors.ts';

/** Fires if the connection closes before the whole answer is sent. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const leave = (): void => {
    if (!raw.writableFinished) gone.abort(new AppError('http.left'));
  };
  if (raw.destroyed) leave();
  else raw.once('close', leave);
  return gone.signal;
}
