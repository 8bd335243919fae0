/**
 * Read-only users may still send queries in a body, and store personal settings. Neither changes data of other users.
 */
import type { OperationInfo } from '../../generated/operations.ts';

/** Addresses of the user's own account, notices, views and jobs. */
const OWN = [
  '/ems/api/main/board/mark',
  '/manager/job/',
  '/manager/notice/',
  '/manager/preference/',
  '/manager/user/',
  '/manager/view',
  '/tools/',
];
/** Calls without a permission that only read. */
const QUESTIONS = ['/ems/api/main/board/table', '/manager/record/{entity}/unique'];
const READING = /:(list|get|export)$/;

export type RequestedOperation = Pick<OperationInfo, 'access' | 'method' | 'path' | 'permission' | 'action'>;

/**
 * Returns whether a read-only user may call the operation: it only reads, or it stores personal settings. Unknown
 * operations count as changing.
 */
export function changesNothing({ method, path, permission, action }: RequestedOperation): boolean {
  if (method === 'get' || QUESTIONS.includes(path) || OWN.some((above) => path.startsWith(above)))
    return true;
  if (path.includes('/mark/') || action?.do === 'toggle') return true;
  // Calls for comments require the permission to see the record, but they change data.
  return method === 'post' && permission !== null && READING.test(permission) && !path.endsWith('/comment');
}
