import { Button } from 'antd';
import { formatDuration } from '../../../core/numbers/format.ts';
import texts from '../../../kit/files/texts.json';
import { useLang, useT } from '../../../kit/i18n/index.ts';
import { bytesText } from '../../../kit/parts/fileSize.ts';
import { Icon } from '../../../kit/theme/Icon.tsx';
import type { LargeProgress } from './followLarge.ts';

interface Props {
  name: string;
  progress: LargeProgress;
}

/** Shows the progress of a large upload. Users can pause it. After a network failure it continues automatically. */
export default function LargeFile({ name, progress }: Props) {
  const { sent, length, rest, isLost, isPaused, toggle } = progress;
  const t = useT(texts);
  const lang = useLang();
  const state = isPaused
    ? t('files.paused')
    : isLost
      ? t('files.lost')
      : rest === null
        ? null
        : t('files.rest', { time: formatDuration(rest, lang) });
  return (
    <div className="wd-large-file">
      <span>{name}</span>
      <progress aria-label={name} value={sent} max={length} />
      <span role="status" className="wd-field-help">
        {t('files.sent', { sent: bytesText(sent), length: bytesText(length) })}
        {state && ` · ${state}`}
      </span>
      <Button
        size="small"
        icon={<Icon name={isPaused ? 'play' : 'pause'} size={14} />}
        aria-label={t(isPaused ? 'files.continueOf' : 'files.pauseOf', { name })}
        onClick={toggle}
      >
        {t(isPaused ? 'files.continue' : 'files.pause')}
      </Button>
    </div>
  );
}
