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
  // The server refuses a text that is no token before it looks anything up.
  return isLinkGone(error) || error.code === CODE.invalid ? 'gone' : 'failed';
}

/** The reasons why a link shows no record. */
export function recordProblemOf(error: unknown): 'gone' | 'busy' | 'failed' {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.status === TOO_MANY) return 'busy';
  return error.status === NOT_FOUND || error.code === CODE.invalid ? 'gone' : 'failed';
}

/** A link that had opened the board, and does so no more. */
export const linkEndOf = (expiresAt: string, now: number): LinkProblem =>
  Date.parse(expiresAt) <= now ? 'expired' : 'revoked';
