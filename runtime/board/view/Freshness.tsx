import { useEffect, useState } from 'react';
import { formatDuration, formatZoned } from '../../core/numbers/format.ts';
import type { Scheduler } from '../../core/scheduler/scheduler.ts';
import { useLang, useT } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { useRound } from '../live/useBoardData.ts';
import './view.css';

const TICK_MS = 1000;

/** Shows the duration of the pause, and updates it. */
function PausedAge({ since }: { since: number }) {
  const lang = useLang();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return formatDuration(Math.max(0, now - since) / TICK_MS, lang);
}

interface Props {
  scheduler: Scheduler;
  zone: string;
  paused: boolean;
}

/** Shows the time at which the displayed figures were requested. */
export function Freshness({ scheduler, zone, paused }: Props) {
  const t = useT();
  const { at, failed } = useRound(scheduler);
  if (at === null) return null;
  const time = formatZoned(at, 'time', zone);
  if (paused) {
    return (
      <span className="wd-board-tag wd-look-held" title={zone}>
        {t('look.pausedAt', { time })} · <PausedAge since={at} />
      </span>
    );
  }
  return (
    <span className="wd-board-fresh" data-failed={failed || undefined} title={zone}>
      {failed && <Icon name="warning" size={14} />}
      {t(failed ? 'board.refreshFailedAt' : 'board.updatedAt', { time })}
    </span>
  );
}
