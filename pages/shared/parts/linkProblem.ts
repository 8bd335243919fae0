/** The reasons why a link does not show a board. */
import { ApiError, CODE } from '../../../runtime/kit/api/errors.ts';

export type LinkProblem = 'gone' | 'expired' | 'revoked' | 'busy' | 'failed';

const TOO_MANY = 429;
const NOT_FOUND = 404;

export const isLinkGone = (error: unknown): boolean =>
  error instanceof ApiError && error.code === CODE.linkGone;

export function linkProblemOf(error: unknown): LinkProblem {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.status === TOO_MANY) return 'busy';
  // The server rejects an invalid token without searching for it.
  return isLinkGone(error) || error.code === CODE.invalid ? 'gone' : 'failed';
}

/** Returns why a link does not show a record. */
export function recordProblemOf(error: unknown): 'gone' | 'busy' | 'failed' {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.status === TOO_MANY) return 'busy';
  return error.status === NOT_FOUND || error.code === CODE.invalid ? 'gone' : 'failed';
}

/** Returns why a link has stopped showing the board. */
export const linkEndOf = (expiresAt: string, now: number): LinkProblem =>
  Date.parse(expiresAt) <= now ? 'expired' : 'revoked';
