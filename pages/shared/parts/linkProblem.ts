/** The reasons why a link shows no board. */
import { ApiError, CODE } from '../../../runtime/kit/api/errors.ts';

export type LinkProblem = 'gone' | 'expired' | 'revoked' | 'busy' | 'failed';

const TOO_MANY = 429;
const NOT_FOUND = 404;

export const isLinkGone = (error: unknown): boolean =>
  error instanceof ApiError && error.code === CODE.linkGone;

export function linkProblemOf(error: unknown): LinkProblem {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.status === TOO_MANY) return 'busy';
  // The server refuses a text that is not a token before it searches for it.
  return isLinkGone(error) || error.code === CODE.invalid ? 'gone' : 'failed';
}

/** The reasons why a link shows no record. */
export function recordProblemOf(error: unknown): 'gone' | 'busy' | 'failed' {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.status === TOO_MANY) return 'busy';
  return error.status === NOT_FOUND || error.code === CODE.invalid ? 'gone' : 'failed';
}

/** Returns why a link that had opened the board no longer does. */
export const linkEndOf = (expiresAt: string, now: number): LinkProblem =>
  Date.parse(expiresAt) <= now ? 'expired' : 'revoked';
