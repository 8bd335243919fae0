import type { Lang } from '../../../runtime/core/text/lang.ts';
import { reasonText } from '../../sites/telemetry/intake/reasons.ts';
import type { Resolved } from '../../sites/telemetry/intake/resolvePayload.ts';

/** Maximum number of refused values in an answer. More refusals usually have the same cause. */
const MAX_NAMED = 1_000;

/** Returns the answer to the sender of a message. */
export function receiptOf({ ready, refusals, created }: Resolved, lang: Lang) {
  const rejected = refusals.slice(0, MAX_NAMED).map(({ key, reason, device, index }) => ({
    key,
    ...(device === undefined ? {} : { device }),
    ...(index === undefined ? {} : { index }),
    reason,
    msg: reasonText(reason, lang),
  }));
  return { accepted: ready.length, rejected, rejectedTotal: refusals.length, created };
}
