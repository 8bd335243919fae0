import { dictionaries } from '../../../runtime/core/definitions/dictionaries.ts';
import { useText } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import type { Verdict } from './qualityWords.ts';

/** Shows a verdict with text, colour and icon. */
export function VerdictTag({ verdict }: { verdict: Verdict }) {
  const text = useText();
  const entry = dictionaries.qualityVerdict.entries.find(({ value }) => value === verdict);
  return (
    <span className="wd-verdict" data-verdict={verdict}>
      {entry?.icon && <Icon name={entry.icon} size={14} />}
      {entry ? text(entry.title) : verdict}
    </span>
  );
}
