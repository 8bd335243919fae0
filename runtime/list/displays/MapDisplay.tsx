import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { MapFrame } from '../../kit/map/MapFrame.tsx';
import { useMapTiles } from '../../kit/map/useMapTiles.ts';
import { useMapView } from '../../kit/map/useMapView.ts';
import { makeClusters, nameSide, pixelOf } from '../../kit/map/view.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { LoadFailed } from '../../kit/states/LoadFailed.tsx';
import { PageSkeleton } from '../../kit/states/PageSkeleton.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import { allRecords } from '../../record/calls/allRecords.ts';
import { useRecordOption } from './colors.ts';
import type { DisplayProps } from './displayProps.ts';
import { type Placed, placedRecords } from './places.ts';
import './mapDisplay.css';

/** Maximum number of markers. */
const LIMIT = 2000;
/** Markers closer than this to each other are merged into one, in pixels. */
const SIGN_DISTANCE = 36;
/** Maximum number of names. More would cover the map. */
const MAX_LABELS = 12;
const SIGN_SIZE = 16;

const placeOf = ({ at }: Placed) => at;

function Places({
  entity,
  display,
  onOpen,
  placed,
  tiles,
}: DisplayProps & { placed: Placed[]; tiles: string | null }) {
  const t = useT();
  const optionOf = useRecordOption(entity, display);
  const map = useMapView(placed.map(placeOf));
  const { view, size, show } = map;
  const clusters = makeClusters(placed, (one) => pixelOf(view, size, one.at), SIGN_DISTANCE);
  const named = clusters.length <= MAX_LABELS;
  return (
    <MapFrame map={map} tiles={tiles}>
      {clusters.map(({ items, x, y }) => {
        const [first, second] = items;
        if (!first) return null;
        const { record } = first;
        const option = optionOf(record);
        const name = labelOfRecord(entity, record);
        const names = items.map((one) => labelOfRecord(entity, one.record)).join(', ');
        const words = second ? t('display.together', { count: items.length, names }) : name;
        return (
          <button
            key={record.id}
            type="button"
            className="wd-mapview-sign wd-record-sign"
            data-state={second ? undefined : option?.color}
            style={{ left: x, top: y }}
            title={second ? words : [name, option?.label].filter(Boolean).join('\n')}
            aria-label={words}
            onClick={() => (second ? show(items.map(placeOf)) : onOpen?.(record.id))}
          >
            {second ? <b>{items.length}</b> : <Icon name={option?.icon ?? 'map'} size={SIGN_SIZE} />}
            {named && !second && <span data-side={nameSide(x, size.width)}>{name}</span>}
          </button>
        );
      })}
    </MapFrame>
  );
}

/** Shows the records on a map. Close records share a marker until the user zooms in. */
export default function MapDisplay(props: DisplayProps) {
  const { entity, display, query } = props;
  const t = useT();
  const text = useText();
  const tiles = useMapTiles();
  const { data, isError, refetch } = useQuery(
    {
      queryKey: ['records', entity.name, 'places', query],
      queryFn: ({ signal }) => allRecords(entity, query, LIMIT, signal),
      placeholderData: (previous) => previous,
    },
    queryClient,
  );
  const placed = useMemo(() => placedRecords(display, data?.records ?? []), [display, data]);
  if (isError)
    return (
      <LoadFailed
        title={t('list.failedTitle', { title: text(entity.title) })}
        onRetry={() => void refetch()}
      />
    );
  if (!data || tiles.isPending) return <PageSkeleton />;
  const unplaced = data.records.length - placed.length;
  const notes = [
    unplaced > 0 && t('display.unplaced', { count: unplaced }),
    data.total > LIMIT && t('display.tooMany', { count: LIMIT }),
  ].filter(Boolean);
  return (
    <div className="wd-display wd-map-display wd-card">
      <Places {...props} placed={placed} tiles={tiles.tiles} />
      {notes.length > 0 && <p className="wd-display-note">{notes.join(' · ')}</p>}
    </div>
  );
}
