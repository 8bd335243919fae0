import { useEffect, useState } from 'react';
import { formatDuration } from '../../core/numbers/format.ts';
import { useLang, useT } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';

const TICK_MS = 30_000;
const SECOND_MS = 1000;

/** Shows the age of a value as text. `reason` explains an old value if no device is silent. */
export function Age({ ts, reason }: { ts: number; reason?: string }) {
  const t = useT();
  const lang = useLang();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const age = formatDuration(Math.max(0, now - ts) / SECOND_MS, lang);
  return (
    <span className="wd-w-age" title={reason ?? t('board.widget.staleHint')}>
      <Icon name="clock" /> {t('board.widget.age', { age })}
    </span>
  );
}
