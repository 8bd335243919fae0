import type { FieldRights } from '../../../runtime/core/access/fieldAccess.ts';
import type { Session } from '../context.ts';

/** The part of a session that determines the rights. */
export type Caller = FieldRights &
  Pick<Session, 'userId' | 'departments' | 'stations' | 'routes' | 'readOnly'>;

/** The user id of a guest, who has no account and writes through a link that allows it. */
export const NO_USER = 0;

/** The rights of the server itself, which reads whole records. Readers receive only what their own rights allow. */
export const everything: Caller = {
  admin: true,
  userId: NO_USER,
  permissions: new Set(),
  departments: [],
  stations: [],
  fieldRules: new Map(),
};

/** Returns the id of the user who writes. Null for a guest. */
export const personOf = ({ userId }: Pick<Caller, 'userId'>): number | null =>
  userId === NO_USER ? null : userId;
