import { Tag } from 'antd';
import { dictionaries } from '../../../runtime/core/definitions/dictionaries.ts';
import { useText } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import type { Verdict } from './qualityWords.ts';

const COLORS: Readonly<Record<Verdict, string>> = {
  ok: 'success',
  near: 'warning',
  over: 'error',
  unknown: 'default',
};

/** A verdict says itself in a word, a colour and a sign. */
export function VerdictTag({ verdict }: { verdict: Verdict }) {
  const text = useText();
  const entry = dictionaries.qualityVerdict.entries.find(({ value }) => value === verdict);
  return (
    <Tag color={COLORS[verdict]} icon={entry?.icon ? <Icon name={entry.icon} size={14} /> : undefined}>
      {' '}
      {entry ? text(entry.title) : verdict}
    </Tag>
  );
}
