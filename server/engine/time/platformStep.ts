/** The context in which the platform acts without a user. */
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { everything } from '../access/asker.ts';
import type { Services, Session } from '../context.ts';
import type { MoveStep } from '../states/moveStep.ts';

export type TimeParts = Pick<Services, 'db' | 'hub' | 'vault' | 'log'>;

const LANG: Lang = 'zh';

/** Returns the session of the platform in a tenant, which has all permissions. */
export const platformSession = (tenantId: number, lang: Lang = LANG): Session => ({
  ...{ ...everything, tenantId, name: '', sessionId: '', apiKey: false, lang },
});

/** Returns the step for actions of the platform in a tenant. `zone` is the tenant's time zone. */
export function platformStep({ db, hub, vault }: TimeParts, tenantId: number, zone: string): MoveStep {
  return { db, hub, vault, session: platformSession(tenantId), lang: LANG, zone };
}
