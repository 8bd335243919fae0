import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const gzipAsync = promisify(gzip);
/** Minimum size for compression. For smaller answers, the header outweighs the gain. */
const MIN_BYTES = 1_400;
const TEXT = /^(application\/(json|javascript|openmetrics-text)|text\/|image\/svg)/;

/** Compresses answers at run time. The build compresses the files of pages. */
export async function compressAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
  if (payload.length < MIN_BYTES || reply.hasHeader('content-encoding')) return payload;
  if (!TEXT.test(String(reply.getHeader('content-type') ?? ''))) return payload;
  reply.header('vary', 'accept-encoding');
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return payload;
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
  return gzipAsync(payload, { level: constants.Z_BEST_SPEED });
}
