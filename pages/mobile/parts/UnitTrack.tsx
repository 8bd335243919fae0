import type { Values } from '../../../runtime/core/rules/rule.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import { DayField, useDay, useZone } from './DayField.tsx';
import { TrackFacts } from './TrackFacts.tsx';
import { UnitMap } from './UnitMap.tsx';
import { useTrack } from './useUnits.ts';
import '../mobile.css';

/** The tab of a unit's page with its track on a day. */
export default function UnitTrack({ values }: { values: Values }) {
  const t = useT(texts);
  const zone = useZone(String(values.stationSn ?? ''));
  const { day, setDay, span } = useDay(zone);
  const deviceSn = values.deviceSn ? String(values.deviceSn) : null;
  const { track, isPending } = useTrack(deviceSn, span, zone);
  if (!deviceSn) return <p className="wd-quiet">{t('mobile.noDevice')}</p>;
  const points = track.flat().map(({ at }) => at);
  const last = points.at(-1);
  return (
    <section className="wd-mobile-tab" aria-label={t('mobile.track')}>
      <DayField day={day} onChange={setDay} />
      {!isPending && <TrackFacts track={track} zone={zone} />}
      <div className="wd-card wd-mobile-map" aria-busy={isPending}>
        <UnitMap
          key={day}
          track={track}
          around={points}
          signs={
            last
              ? [
                  {
                    ...{ key: 'unit', at: last, icon: 'car', color: 'info', name: String(values.name ?? '') },
                    words: String(values.name ?? ''),
                  },
                ]
              : []
          }
        />
      </div>
    </section>
  );
}
