import { useQuery } from '@tanstack/react-query';
import { Segmented, Select } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Data } from '../../generated/calls.ts';
import { call } from '../../runtime/kit/api/client.ts';
import { readLocal, writeLocal } from '../../runtime/kit/browser/storage.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { Panel } from '../../runtime/kit/parts/Panel.tsx';
import { queryClient } from '../../runtime/kit/session/queryClient.ts';
import { useSession } from '../../runtime/kit/session/session.ts';
import { type Station, useStation } from '../../runtime/kit/session/site.ts';
import '../../widgets/camera/camera.css';
import { CameraView } from '../../widgets/camera/CameraView.tsx';
import './cameras.css';
import { CameraPanel } from './parts/CameraPanel.tsx';
import { OpenEvents } from './parts/OpenEvents.tsx';
import texts from './texts.json';

type Group = Data<'ipcGroupTree'>[number];
type Camera = Group['cameras'][number];

const SIZES = [1, 4, 9, 16] as const;
type Size = (typeof SIZES)[number];
const SIZE_KEY = 'EMS-video-wall';
const ALL = 'all';

const rememberedSize = (): Size => SIZES.find((size) => String(size) === readLocal(SIZE_KEY)) ?? 4;

/** R047: shows the cameras of the station side by side. Users can control the chosen one and save its picture. */
export default function VideoWall() {
  const t = useT(texts);
  const station = useStation();
  return (
    <section className="wd-video" aria-label={t('video.wall')}>
      {station && <StationWall key={station.sn} station={station} />}
    </section>
  );
}

/** Returns a page of a group's cameras. The initial page is that of the chosen camera. */
function useWall(groups: readonly Group[], chosen: number | null) {
  const [group, setGroup] = useState<string>(ALL);
  const [size, setSize] = useState<Size>(rememberedSize);
  /** Null shows the page of the chosen camera. */
  const [chosenPage, setPage] = useState<number | null>(null);
  const cameras = groups
    .filter(({ id }) => group === ALL || String(id) === group)
    .flatMap((one) => one.cameras);
  const pages = Math.max(1, Math.ceil(cameras.length / size));
  const place = Math.max(
    0,
    cameras.findIndex(({ id }) => id === chosen),
  );
  const page = Math.min(chosenPage ?? Math.floor(place / size), pages - 1);
  return {
    ...{ group, size, page, pages, cameras, setPage },
    shown: cameras.slice(page * size, (page + 1) * size),
    chooseGroup(next: string) {
      setGroup(next);
      setPage(0);
    },
    chooseSize(next: Size) {
      writeLocal(SIZE_KEY, String(next));
      setSize(next);
      setPage(0);
    },
  };
}

function WallTools({ wall, groups }: { wall: ReturnType<typeof useWall>; groups: readonly Group[] }) {
  const t = useT(texts);
  return (
    <div className="wd-video-tools">
      <Segmented<Size>
        aria-label={t('video.size')}
        value={wall.size}
        options={SIZES.map((value) => ({ value, label: String(value) }))}
        onChange={wall.chooseSize}
      />
      {groups.length > 1 && (
        <Select
          className="wd-video-group"
          aria-label={t('video.group')}
          value={wall.group}
          options={[
            { value: ALL, label: t('video.allGroups') },
            ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={wall.chooseGroup}
        />
      )}
      {wall.pages > 1 && (
        <Segmented<number>
          aria-label={t('video.page')}
          value={wall.page}
          options={Array.from({ length: wall.pages }, (_, at) => ({ value: at, label: String(at + 1) }))}
          onChange={wall.setPage}
        />
      )}
    </div>
  );
}

function StationWall({ station }: { station: Station }) {
  const t = useT(texts);
  const can = useSession((session) => session.can);
  const { data, isPending, isError, refetch } = useQuery(
    {
      queryKey: ['ipcGroupTree', station.sn],
      queryFn: ({ signal }) =>
        call('ipcGroupTree', { query: { stationSn: station.sn } }, { quiet: true, signal }),
    },
    queryClient,
  );
  const groups = data ?? [];
  const [params] = useSearchParams();
  const [chosen, setChosen] = useState<number | null>(Number(params.get('camera')) || null);
  const wall = useWall(groups, chosen);
  const { cameras, shown, size } = wall;
  const show = (id: number) => {
    setChosen(id);
    wall.setPage(null);
  };
  const camera = cameras.find(({ id }) => id === chosen) ?? shown[0];
  return (
    <>
      <WallTools {...{ wall, groups }} />
      <Panel
        icon="camera"
        pending={isPending}
        failed={isError && !data}
        onRetry={() => void refetch()}
        {...(cameras.length === 0 && { empty: t('video.none') })}
      >
        <div className="wd-video-work">
          <div className="wd-video-wall" data-size={size}>
            {shown.map((one) => (
              <Tile
                key={one.id}
                camera={one}
                chosen={one.id === camera?.id}
                onChoose={() => setChosen(one.id)}
              />
            ))}
          </div>
          <aside className="wd-video-side">
            {camera && <CameraPanel key={camera.id} camera={camera} />}
            {can('ipcEvent:list') && (
              <OpenEvents station={station} onCamera={show} mayConfirm={can('ipcEvent:confirm')} />
            )}
          </aside>
        </div>
      </Panel>
    </>
  );
}

function Tile({ camera, chosen, onChoose }: { camera: Camera; chosen: boolean; onChoose(): void }) {
  return (
    <figure className="wd-camera wd-video-tile" data-chosen={chosen || undefined}>
      <CameraView key={`${camera.protocol} ${camera.address}`} camera={camera} fit="cover" />
      <button
        type="button"
        className="wd-video-choose"
        aria-label={camera.name}
        aria-pressed={chosen}
        onClick={onChoose}
      />
      <figcaption>{camera.name}</figcaption>
    </figure>
  );
}
