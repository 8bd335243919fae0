import type { TelemetryRefusal } from '../../../../generated/types.ts';
import { dictionaries } from '../../../../runtime/core/definitions/dictionaries.ts';
import type { Lang } from '../../../../runtime/core/text/lang.ts';
import { pickText } from '../../../../runtime/core/text/pickText.ts';

/** The reason why a value or a whole message is refused: a dictionary entry, whose key is sent as `reason`. */
export type Reason = NonNullable<TelemetryRefusal['reason']>;

export function reasonText(reason: Reason, lang: Lang): string {
  const entry = dictionaries.telemetryReason.entries.find(({ value }) => value === reason);
  return pickText(entry?.title, lang) ?? reason;
}
