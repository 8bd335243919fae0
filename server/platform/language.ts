import type { FastifyRequest } from 'fastify';
import { DEFAULT_LANG, isLang, type Lang } from '../../runtime/core/text/lang.ts';

/** Returns the first of the caller's languages that the platform supports. Chinese is the default. */
export function pickLang(acceptLanguage: string | undefined): Lang {
  const languages = (acceptLanguage ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return languages.find(isLang) ?? DEFAULT_LANG;
}

export const requestLang = (request: FastifyRequest): Lang => pickLang(request.headers['accept-language']);

/** Environment variables for the language of messages. The first one that is set applies, as usual in a terminal. */
const VARIABLES = ['LC_ALL', 'LC_MESSAGES', 'LANG'] as const;

export function findTerminalLang(env: Readonly<Record<string, string | undefined>>): Lang {
  const name = VARIABLES.map((variable) => env[variable]).find((value) => value);
  return name !== undefined && /^zh/i.test(name) ? 'zh' : 'en';
}
