import { randomBytes } from 'node:crypto';
import type { Values } from '../../../runtime/core/rule.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Hub } from '../../platform/live/hub.ts';
import { alarmHooks } from '../../sites/alarms/hooks.ts';
import { boardHooks } from '../../sites/boards/hooks.ts';
import { energyHooks } from '../../sites/energy/check.ts';
import { siteHooks } from '../../sites/overview/hooks.ts';
import { leaveHooks } from '../approvals/leave.ts';
import type { Session } from '../context.ts';
import { dictionaryHooks } from '../dictionary/hooks.ts';
import { peopleHooks } from '../identity/hooks.ts';
import type { Carry } from './bin.ts';
import type { Row } from './query.ts';

/** What a hook may work with: the transaction of the write and who writes. */
export interface HookStep {
  trx: Trx;
  session: Session;
}

/** Steps of one entity around the generic actions, inside their transaction. */
export interface EntityHooks {
  /** Fields that only the server fills, and that stand sealed in the database. */
  sealed?: readonly string[];
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
export function generateToken(): string {
  const fair = 256 - (256 % TOKEN_LETTERS.length);
  let token = '';
  while (token.length < TOKEN_LENGTH) {
    for (const byte of randomBytes(TOKEN_LENGTH)) {
      if (byte < fair && token.length < TOKEN_LENGTH) token += TOKEN_LETTERS[byte % TOKEN_LETTERS.length];
    }
  }
  return token;
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
    beforeCreate: (values) => ({ ...values, token: generateToken() }),
    beforeUpdate: siteHooks.device.beforeUpdate,
    beforeDelete: siteHooks.device.beforeDelete,
  },
  deviceVariable: siteHooks.deviceVariable,
  ...alarmHooks,
};
