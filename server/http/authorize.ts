import type { OperationInfo } from '../../generated/operations.ts';
import { can } from '../../runtime/core/permission.ts';
import type { Session } from '../context.ts';
import { AppError } from './errors.ts';

/** Throws unless this visitor may call the operation. */
export function operation_authorize(
  info: Pick<OperationInfo, 'access' | 'permission'>,
  visitor: Session | null,
): void {
  if (info.access === 'public') return;
  if (!visitor) throw new AppError('http.unauthorized');
  if (info.access === 'session' || visitor.admin) return;
  if (info.permission === null || !can(visitor.permissions, info.permission))
    throw new AppError('http.forbidden');
}
