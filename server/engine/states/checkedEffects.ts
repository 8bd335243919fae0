/** Effects of automations that users design. They may only do what the acting user can do through calls. */
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Session } from '../context.ts';
import { fieldsOf, may } from '../entities/columns.ts';
import { isActionOffered } from '../entities/write/recordValidation.ts';

/** Throws if the user may not make this write, or if only the server writes one of the fields. */
export function checkOwnWrite(
  target: Entity,
  session: Pick<Session, 'admin' | 'permissions'>,
  action: 'create' | 'update',
  names: readonly string[],
): void {
  if (!isActionOffered(target, action) || !may(session, `${target.name}:${action}`))
    throw new AppError('http.forbidden');
  const fields = fieldsOf(target);
  const closed = names.find((name) => fields[name]?.readOnly === true);
  if (closed !== undefined)
    throw new AppError('automation.readOnly', { field: closed }, { field: `/${closed}` });
}
