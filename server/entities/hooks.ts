import { randomBytes } from 'node:crypto';
import type { Values } from '../../runtime/core/rule.ts';
import { alarms_tell } from '../alarms/writer.ts';
import { leaveHooks } from '../approvals/leave.ts';
import { boardHooks } from '../boards/hooks.ts';
import type { Session } from '../context.ts';
import type { Trx } from '../db/index.ts';
import { dictionaryHooks } from '../dictionary/hooks.ts';
import { energyHooks } from '../energy/check.ts';
import { AppError } from '../http/errors.ts';
import { peopleHooks } from '../identity/hooks.ts';
import type { Hub } from '../live/hub.ts';
import type { Carry } from '../records/bin.ts';
import { siteHooks } from '../stations/hooks.ts';
import type { Row } from './query.ts';

/** What a hook may work with: the transaction of the write and who writes. */
export interface HookStep {
  trx: Trx;
  session: Session;
}

/** Steps of one entity around the generic actions, inside their transaction. */
export interface EntityHooks {
  /** Returns the values to store: server-owned fields are added here. */
  beforeCreate?(values: Values, step: HookStep): Values | Promise<Values>;
  /** Gets the values after the change and the record before it; returns the values to store. */
  beforeUpdate?(values: Values, before: Row, step: HookStep): Values | Promise<Values>;
  /** Refuses the deletion by throwing, or carries what belongs to the record alone into the recycle bin with it. */
  beforeDelete?(before: Row, step: HookStep & { carry: Carry }): Promise<void>;
  /** Refuses by throwing that a deleted record comes back; it is the row as its table has it. */
  beforeRestore?(row: Row, step: HookStep): void | Promise<void>;
  /** A transition of the record was committed. */
  moved?(record: Row, ctx: { hub: Hub; session: Session }): void;
}

const TOKEN_LENGTH = 20;
const TOKEN_LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A device's access token; bytes that would make some letters more likely are skipped. */
export function token_generate(): string {
  const fair = 256 - (256 % TOKEN_LETTERS.length);
  let token = '';
  while (token.length < TOKEN_LENGTH) {
    for (const byte of randomBytes(TOKEN_LENGTH)) {
      if (byte < fair && token.length < TOKEN_LENGTH) token += TOKEN_LETTERS[byte % TOKEN_LETTERS.length];
    }
  }
  return token;
}

/** The device that a rule watches is the one of its variable, and it must stand in the rule's station. */
async function generater_complete(values: Values, { trx }: HookStep): Promise<Values> {
  const found = await trx
    .selectFrom('deviceVariable')
    .innerJoin('device', 'device.sn', 'deviceVariable.deviceSn')
    .select(['device.sn', 'device.stationSn'])
    .where('deviceVariable.sn', '=', String(values.variableSn))
    .executeTakeFirst();
  if (!found || found.stationSn !== values.stationSn) {
    throw new AppError('entity.variableNotOfStation', {}, { field: '/variableSn' });
  }
  return { ...values, deviceSn: found.sn };
}

export const hooks: Readonly<Record<string, EntityHooks>> = {
  ...peopleHooks,
  ...dictionaryHooks,
  ...energyHooks,
  customer: {
    beforeCreate: (values, { session }) => ({ ...values, ownerId: session.userId, ownerName: session.name }),
  },
  leave: leaveHooks,
  board: boardHooks,
  station: siteHooks.station,
  device: {
    beforeCreate: (values) => ({ ...values, token: token_generate() }),
    beforeUpdate: siteHooks.device.beforeUpdate,
    beforeDelete: siteHooks.device.beforeDelete,
  },
  deviceVariable: siteHooks.deviceVariable,
  alarm: {
    // Open boards follow alarms, however one was confirmed.
    moved: ({ id, stationSn, status }, { hub, session: { tenantId } }) =>
      alarms_tell(hub, [{ id: Number(id), tenantId, stationSn: String(stationSn), status: Number(status) }]),
  },
  alarmGenerater: {
    beforeCreate: generater_complete,
    beforeUpdate: (values, _before, step) => generater_complete(values, step),
  },
};
