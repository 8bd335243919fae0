import { useMemo, useState } from 'react';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import type { Point } from '../../../runtime/kit/map/view.ts';
import { Panel } from '../../../runtime/kit/parts/Panel.tsx';
import { useSite } from '../../../runtime/kit/session/site.ts';
import texts from '../texts.json';
import { DayField, useDay, useZone } from './DayField.tsx';
import { TrackFacts } from './TrackFacts.tsx';
import { UnitList, useUnitState } from './UnitList.tsx';
import { type Sign, UnitMap } from './UnitMap.tsx';
import { placeOf, type Unit, useTrack, useUnits } from './useUnits.ts';
import '../mobile.css';

const NOTHING: readonly Sign[] = [];

/** Returns the other stations as landmarks. */
function useLandmarks(): readonly Sign[] {
  const { stations } = useSite();
  return stations.flatMap((station): Sign[] => {
    const at = placeOf(station);
    const { sn, name } = station;
    return at ? [{ key: sn, at, name, words: name, icon: 'station', color: 'neutral' }] : [];
  });
}

const samePlace = ({ at: [east, north] }: Sign, { at: [otherEast, otherNorth] }: Sign): boolean =>
  east === otherEast && north === otherNorth;

function Shown({ units, others }: { units: readonly Unit[]; others: readonly Sign[] }) {
  const t = useT(texts);
  const stateOf = useUnitState();
  const [chosen, setChosen] = useState<number>();
  const unit = units.find(({ id }) => id === chosen);
  const zone = useZone(unit?.stationSn ?? '');
  const { day, setDay, span } = useDay(zone);
  const { track, isPending } = useTrack(unit?.deviceSn, span, zone);
  const signs = units.flatMap((one): Sign[] => {
    const at = placeOf(one);
    const { icon, color, title } = stateOf(one);
    if (!at) return [];
    const words = [one.name, title, one._labels?.customerId].filter(Boolean).join(' · ');
    return [
      {
        ...{ key: `unit-${one.id}`, at, name: one.name, words, icon, color, chosen: one.id === chosen },
        onChoose: () => setChosen(one.id),
      },
    ];
  });
  const landmarks = useLandmarks().filter((one) => !others.some((other) => samePlace(one, other)));
  const own = [...signs, ...others];
  const way = track.flat().map(({ at }): Point => at);
  const around = way.length > 0 ? way : own.map(({ at }) => at);
  return (
    <div className="wd-mobile">
      <UnitList units={units} chosen={chosen} onChoose={setChosen} />
      <div className="wd-mobile-side">
        {unit && (
          <section className="wd-card wd-mobile-chosen" aria-label={t('mobile.chosen')}>
            <h2>{unit.name}</h2>
            <DayField day={day} onChange={setDay} />
            {unit.deviceSn ? (
              !isPending && <TrackFacts track={track} zone={zone} />
            ) : (
              <p className="wd-quiet">{t('mobile.noDevice')}</p>
            )}
          </section>
        )}
        <div className="wd-card wd-mobile-map" aria-busy={isPending}>
          <UnitMap
            key={`${chosen ?? ''} ${day}`}
            signs={[...own, ...landmarks]}
            track={track}
            around={around}
          />
        </div>
      </div>
    </div>
  );
}

/** Shows mobile units in a list and on a map, with the track of the selected one. `others`: further markers. */
export function UnitsOnMap({ others = NOTHING, none }: { others?: readonly Sign[]; none: string }) {
  const { data, isPending, isError, refetch } = useUnits();
  const units = useMemo(() => data?.records ?? [], [data]);
  return (
    <Panel
      icon="car"
      pending={isPending}
      failed={isError && !data}
      onRetry={() => void refetch()}
      {...(units.length === 0 && others.length === 0 && { empty: none })}
    >
      <Shown units={units} others={others} />
    </Panel>
  );
}
