import { formatQuantity } from '../../../runtime/core/numbers/format.ts';
import { isoLocal } from '../../../runtime/core/time/timeWindow.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { Facts } from '../../../runtime/kit/parts/Facts.tsx';
import texts from '../texts.json';
import { holesOf, lengthOf, type Track } from './track.ts';

const CLOCK = [11, 16] as const;
const clockOf = (ts: number, zone: string): string => isoLocal(ts, zone).slice(...CLOCK);

/** Describes the displayed track as text. */
export function TrackFacts({ track, zone }: { track: Track; zone: string }) {
  const t = useT(texts);
  const [first, last] = [track[0]?.[0], track.at(-1)?.at(-1)];
  if (!first || !last) return <p className="wd-quiet">{t('mobile.noTrack')}</p>;
  const holes = holesOf(track).map(({ from, to }) => `${clockOf(from, zone)}–${clockOf(to, zone)}`);
  return (
    <Facts
      facts={[
        { label: t('mobile.began'), value: clockOf(first.ts, zone) },
        { label: t('mobile.ended'), value: clockOf(last.ts, zone) },
        { label: t('mobile.distance'), value: formatQuantity(lengthOf(track), 'km', { decimals: 1 }) },
        ...(holes.length > 0 ? [{ label: t('mobile.holes'), value: holes.join(', ') }] : []),
      ]}
    />
  );
}
