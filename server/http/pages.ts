import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { entityRegistry } from '../../runtime/core/definitions/entities.ts';
import type { Config } from '../platform/config.ts';
import { AppError } from '../platform/errors/errors.ts';
import { allowFrames } from './security.ts';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

/** First path segments of calls. An unknown call is answered in JSON. All other addresses may be pages. */
export const CALL_PREFIXES = ['manager', 'admin', 'ems', 'auth', 'tools', 'api', 'act', 'public'];
const CALLS = new RegExp(`^/(${CALL_PREFIXES.join('|')})(/|$)`);
/** The page of a shared board. Only this page may be embedded by other sites, if allowed. */
const SHARED_BOARD = /^shared\/board\//;
/**
 * Visitors need no account for these pages. Search engines must not index them, and the browser must not send their
 * address to other sites.
 */
const UNLISTED = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' };
const isByLink = (file: string): boolean =>
  SHARED_BOARD.test(file) || entityRegistry.all().some(({ public: open }) => open?.route === `/${file}`);
const HAS_EXTENSION = /\.[A-Za-z0-9]+$/;
const YEAR_SECONDS = 31_536_000;

/** Vite adds a hash of the content to the names below assets/, so these files never change. */
export function cacheControlFor(path: string): string {
  return path.includes(`${sep}assets${sep}`) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache';
}

/**
 * Serves the pages: the files of dist/, and index.html for all addresses of the browser's router. Null serves no
 * files.
 */
export async function mountPages(
  app: FastifyInstance,
  { embedOrigins }: Pick<Config, 'embedOrigins'>,
  dist: string | null = DIST,
): Promise<void> {
  app.setNotFoundHandler(() => {
    throw new AppError('http.notFound');
  });
  if (dist === null || !existsSync(join(dist, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root: dist,
    serve: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => void reply.header('cache-control', cacheControlFor(path)),
  });
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler(request, reply) {
      const file = request.params['*'];
      if (CALLS.test(`/${file}`)) throw new AppError('http.notFound');
      if (isByLink(file)) reply.headers(UNLISTED);
      if (SHARED_BOARD.test(file) && embedOrigins.length > 0) allowFrames(reply, embedOrigins);
      return reply.sendFile(HAS_EXTENSION.test(file) ? file : 'index.html');
    },
  });
}
