import { writeAudit } from '../../../platform/db/auditLog.ts';
import type { Trx } from '../../../platform/db/index.ts';

export interface IdentityEvent {
  tenantId: number;
  userId: number | null;
  action:
    | 'login'
    | 'loginFailed'
    | 'logout'
    | 'passwordChanged'
    | 'profileChanged'
    | 'tenantSwitched'
    | 'permissionsChanged'
    | 'passwordReset'
    | 'totpOn'
    | 'totpOff'
    | 'sessionsEnded'
    | 'apiKeyCreated'
    | 'apiKeyRevoked'
    | 'calendarFeedMade'
    | 'calendarFeedEnded'
    | 'oidcLinked';
  /** The affected user, if different from the acting user. */
  about?: number | null;
  ip?: string;
  diff?: Readonly<Record<string, unknown>>;
}

/** Writes an event of an account into the audit log. */
export async function audit(trx: Trx, event: IdentityEvent): Promise<void> {
  const { tenantId, userId, action, about = userId, ip, diff = {} } = event;
  await writeAudit(trx, {
    tenantId,
    userId,
    entity: 'userAccount',
    id: about ?? '',
    action,
    diff: ip === undefined ? diff : { ...diff, ip },
  });
}
