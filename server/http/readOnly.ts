/**
 * A read-only user may still send queries in a body, and store personal settings. Both change nothing of other users.
 */
import type { OperationInfo } from '../../generated/operations.ts';

/** Below these all users manage their own account, notices, views and jobs. */
const OWN = [
  '/ems/api/main/board/mark',
  '/manager/job/',
  '/manager/notice/',
  '/manager/preference/',
  '/manager/user/',
  '/manager/view',
  '/tools/',
];
/** Calls for every session that only read. */
const QUESTIONS = ['/ems/api/main/board/table', '/manager/record/{entity}/unique'];
const ASKS = /:(list|get|export)$/;

export type Asked = Pick<OperationInfo, 'access' | 'method' | 'path' | 'permission' | 'action'>;

/** Returns whether an operation changes nothing. A new one is refused until it is known to change nothing. */
export function changesNothing({ method, path, permission, action }: Asked): boolean {
  if (method === 'get' || QUESTIONS.includes(path) || OWN.some((above) => path.startsWith(above)))
    return true;
  if (path.includes('/mark/') || action?.do === 'toggle') return true;
  // Comments have the permission to see their record, but they change data.
  return method === 'post' && permission !== null && ASKS.test(permission) && !path.endsWith('/comment');
}
