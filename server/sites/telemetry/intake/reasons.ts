import { dictionaries } from '../../../../generated/dictionaries.ts';
import type { TelemetryRefusal } from '../../../../generated/types.ts';
import type { Lang } from '../../../../runtime/core/text/lang.ts';
import { pickText } from '../../../../runtime/core/text/pickText.ts';

/** The reason why a value or a whole message is refused: a dictionary entry, whose key is sent as `reason`. */
export type Reason = NonNullable<TelemetryRefusal['reason']>;

const texts = new Map(dictionaries.telemetryReason.entries.map(({ value, title }) => [value, title]));

export function reasonText(reason: Reason, lang: Lang): string {
  return pickText(texts.get(reason), lang) ?? reason;
}
