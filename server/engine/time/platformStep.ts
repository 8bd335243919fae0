/** The context in which the platform acts without a user. */
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { everything } from '../access/asker.ts';
import type { Services } from '../context.ts';
import type { MoveStep } from '../states/moveStep.ts';

export type TimeParts = Pick<Services, 'db' | 'hub' | 'vault' | 'log'>;

const LANG: Lang = 'zh';

/** Returns a step of the platform in a tenant. `zone` is the time zone in which its days begin. */
export function platformStep({ db, hub, vault }: TimeParts, tenantId: number, zone: string): MoveStep {
  const session = { ...everything, tenantId, name: '', sessionId: '', apiKey: false, lang: LANG };
  return { db, hub, vault, session, lang: LANG, zone };
}
