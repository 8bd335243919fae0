/** Only dispatchers may assign work orders to others, change due times, and change how the work is checked. */
import { may } from '../../engine/entities/columns.ts';
import type { EntityHooks } from '../../engine/hooks.ts';
import { AppError } from '../../platform/errors/errors.ts';

const DISPATCH = 'siteWorksheet:dispatch';

/** Returns whether two values of a field are equal. The same time may be written in several ways. */
const isSame = (field: string, one: unknown, other: unknown): boolean =>
  field === 'dueTime' && one && other
    ? Date.parse(String(one)) === Date.parse(String(other))
    : (one ?? null) === (other ?? null);

const refuseField = (field: string): AppError =>
  new AppError('workOrder.dispatchOnly', {}, { field: `/${field}` });

const worksheetHooks: EntityHooks = {
  beforeCreate(values, { session }) {
    const { handlerId } = values;
    const isOthers = handlerId !== undefined && handlerId !== null && handlerId !== session.userId;
    if (isOthers && !may(session, DISPATCH)) throw refuseField('handlerId');
    return values;
  },
  beforeUpdate(values, before, { session }) {
    if (may(session, DISPATCH)) return values;
    const changed = ['handlerId', 'dueTime', 'check'].find(
      (field) => field in values && !isSame(field, values[field], before[field]),
    );
    const isAccepted = changed === 'handlerId' && !before.handlerId && values.handlerId === session.userId;
    if (changed && !isAccepted) throw refuseField(changed);
    return values;
  },
};

export const workOrderHooks = { siteWorksheet: worksheetHooks };
