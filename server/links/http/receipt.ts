import type { Lang } from '../../context.ts';
import { reason_text } from '../../telemetry/reasons.ts';
import type { Resolved } from '../../telemetry/receive.ts';

/** What a device is told about its message. */
export function receipt_of({ ready, refusals, created }: Resolved, lang: Lang) {
  const rejected = refusals.map(({ key, reason }) => ({ key, reason, msg: reason_text(reason, lang) }));
  return { accepted: ready.length, rejected, created };
}
