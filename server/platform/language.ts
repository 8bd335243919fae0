import type { FastifyRequest } from 'fastify';
import type { Lang } from '../../runtime/core/format.ts';

/** The first of the caller's languages that we speak; Chinese is the default. */
export function pickLang(acceptLanguage: string | undefined): Lang {
  const wanted = (acceptLanguage ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return wanted.find((lang) => lang === 'zh' || lang === 'en') === 'en' ? 'en' : 'zh';
}

export const requestLang = (request: FastifyRequest): Lang => pickLang(request.headers['accept-language']);
