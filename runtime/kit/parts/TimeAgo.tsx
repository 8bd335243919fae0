import { useEffect, useState } from 'react';
import { formatZoned } from '../../core/numbers/format.ts';
import { useLang } from '../i18n/index.ts';
import { timeAgo } from './timeAgo.ts';

const EVERY_MS = 30_000;

/** Shows '5 minutes ago', with the exact time as its title. It updates itself. */
export function TimeAgo({ at }: { at: string }) {
  const lang = useLang();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={formatZoned(at)}>
      {timeAgo(at, Math.max(now, Date.parse(at)), lang)}
    </time>
  );
}
