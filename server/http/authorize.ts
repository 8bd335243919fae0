import type { OperationInfo } from '../../generated/operations.ts';
import { can, scopeOf } from '../../runtime/core/access/permission.ts';
import { entityRegistry } from '../../runtime/core/definitions/entities.ts';
import type { Session } from '../engine/context.ts';
import { AppError } from '../platform/errors/errors.ts';
import { changesNothing, type RequestedOperation } from './readOnly.ts';

/** Fills in the entity from the path in a permission such as `{entity}:update`. */
function fillPermission(permission: string, path: Readonly<Record<string, unknown>>): string {
  if (!permission.startsWith('{entity}')) return permission;
  const name = String(path.entity);
  if (!entityRegistry.get(name)) throw new AppError('http.notFound');
  return permission.replace('{entity}', name);
}

/** Permissions that only exist for the whole tenant. With a narrower scope they have no effect. */
const UNDIVIDED: ReadonlySet<string> = new Set(['approval', 'audit', 'storage', 'studio']);

function opens(permissions: ReadonlySet<string>, permission: string): boolean {
  const [thing = ''] = permission.split(':');
  return UNDIVIDED.has(thing) ? scopeOf(permissions, permission) === 'tenant' : can(permissions, permission);
}

/** Returns the permission that an operation requires. Null if it requires none. */
export const permissionOf = (
  { permission }: Pick<OperationInfo, 'permission'>,
  path: Readonly<Record<string, unknown>>,
): string | null => (permission === null ? null : fillPermission(permission, path));

/** Throws unless the visitor may call the operation. */
export function authorizeOperation(
  info: RequestedOperation & Pick<OperationInfo, 'interactive'>,
  visitor: Session | null,
  path: Readonly<Record<string, unknown>> = {},
): void {
  if (info.access === 'public') return;
  if (!visitor) throw new AppError('http.unauthorized');
  if (visitor.readOnly && !changesNothing(info)) throw new AppError('http.forbidden');
  if (info.interactive && visitor.apiKey) throw new AppError('apiKey.notHere');
  if (info.access === 'session') return;
  if (info.permission === null) {
    if (!visitor.admin) throw new AppError('http.forbidden');
    return;
  }
  const permission = fillPermission(info.permission, path);
  if (!visitor.admin && !opens(visitor.permissions, permission)) throw new AppError('http.forbidden');
}
