import { useInfiniteQuery } from '@tanstack/react-query';
import type { Data } from '../../../generated/calls.ts';
import { EMPTY_VALUE, formatQuantity } from '../../../runtime/core/numbers/format.ts';
import { REFRESH_MS } from '../../../runtime/core/scheduler/refreshInterval.ts';
import { ShownValue } from '../../../runtime/form/shown/ShownValue.tsx';
import { call } from '../../../runtime/kit/api/client.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { Panel } from '../../../runtime/kit/parts/Panel.tsx';
import { TimeAgo } from '../../../runtime/kit/parts/TimeAgo.tsx';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import texts from '../texts.json';
import type { DevicePlace } from './deviceTree.ts';

type Card = Data<'emsDeviceGrid'>['records'][number];

const SIZE = 120;
const ICON = 16;

export const STATE_FIELD = { type: 'integer', 'x-dictionary': 'deviceState' } as const;

function DeviceCard({ card, onOpen }: { card: Card; onOpen(): void }) {
  const t = useT(texts);
  const { name, state, main, lastTime, openAlarms } = card;
  return (
    <li>
      <button
        type="button"
        className="wd-card wd-device-card"
        onClick={onOpen}
        data-muted={main?.stale || undefined}
      >
        <span className="wd-device-card-name wd-ellipsis" title={name}>
          {name}
        </span>
        <ShownValue field={STATE_FIELD} value={state} />
        <b className="wd-device-card-value">
          {main === null
            ? EMPTY_VALUE
            : typeof main.data === 'string'
              ? main.data
              : formatQuantity(main.data, main.unit ?? '', { decimals: main.decimals })}
        </b>
        <small className="wd-ellipsis">{main?.name ?? t('device.noMain')}</small>
        <small>{lastTime === null ? t('device.never') : <TimeAgo at={lastTime} />}</small>
        {openAlarms > 0 && (
          <small className="wd-device-card-alarms">
            <Icon name="alarm" size={ICON} /> {t('device.alarms', { count: openAlarms })}
          </small>
        )}
      </button>
    </li>
  );
}

interface Props {
  stationSn: string;
  /** Null for all device types. */
  type: string | null;
  onPlace(place: DevicePlace): void;
}

/** Shows a station's devices side by side, optionally of one type. */
export function DeviceGrid({ stationSn, type, onPlace }: Props) {
  const t = useT(texts);
  const { data, isPending, isError, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useInfiniteQuery(
      {
        queryKey: ['emsDeviceGrid', stationSn, type],
        initialPageParam: 1,
        queryFn: ({ signal, pageParam }) =>
          call(
            'emsDeviceGrid',
            { query: { stationSn, ...(type !== null && { type }), current: pageParam, size: SIZE } },
            { quiet: true, signal },
          ),
        getNextPageParam: ({ current, size, total }) => (current * size < total ? current + 1 : undefined),
        refetchInterval: REFRESH_MS,
      },
      queryClient,
    );
  const cards = data?.pages.flatMap(({ records }) => records) ?? [];
  const empty = data && cards.length === 0 ? t('device.none') : undefined;
  return (
    <Panel
      icon="device"
      pending={isPending}
      failed={isError && !data}
      onRetry={() => void refetch()}
      more={hasNextPage ? () => void fetchNextPage() : undefined}
      loadingMore={isFetchingNextPage}
      {...(empty !== undefined && { empty })}
    >
      <ul className="wd-device-cards" aria-label={t('device.grid')}>
        {cards.map((card) => (
          <DeviceCard key={card.sn} card={card} onOpen={() => onPlace({ type: card.type, sn: card.sn })} />
        ))}
      </ul>
    </Panel>
  );
}
