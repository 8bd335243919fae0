import { useQueries, useQuery } from '@tanstack/react-query';
import { Tree, type TreeDataNode } from 'antd';
import { useState } from 'react';
import { REFRESH_MS } from '../../../runtime/core/scheduler/refreshInterval.ts';
import { fieldOptions, findOption } from '../../../runtime/form/values/options.ts';
import { useDictionaries } from '../../../runtime/form/values/useDictionaries.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { useLang, useT } from '../../../runtime/kit/i18n/index.ts';
import { Panel } from '../../../runtime/kit/parts/Panel.tsx';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import texts from '../texts.json';
import { STATE_FIELD } from './DeviceGrid.tsx';
import { type DevicePlace, keyOfPlace, PAGE_SIZE, pagesOf, placeOfKey, type TreeNode } from './deviceTree.ts';

const ICON = 14;
const HEIGHT = 640;
const MORE = '+';

/** Returns the loaded devices of the expanded types. */
function useBranches(stationSn: string, opened: readonly string[], shown: Readonly<Record<string, number>>) {
  return useQueries(
    {
      queries: opened.map((type) => ({
        queryKey: ['emsDeviceTree', stationSn, type, shown[type] ?? 1],
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const pages = Array.from({ length: shown[type] ?? 1 }, (_, at) =>
            call(
              'emsDeviceTree',
              { query: { stationSn, parent: type, current: at + 1, size: PAGE_SIZE } },
              { quiet: true, signal },
            ),
          );
          return (await Promise.all(pages)).flat();
        },
        refetchInterval: REFRESH_MS,
      })),
    },
    queryClient,
  );
}

function State({ state }: Pick<TreeNode, 'state'>) {
  const lang = useLang();
  const options = fieldOptions(STATE_FIELD, useDictionaries(), lang) ?? [];
  const { color, icon = 'unknown', label } = findOption(options, state);
  return (
    <span className="wd-device-sign" data-state={color} title={label}>
      <Icon name={icon} size={ICON} label={label} />
    </span>
  );
}

interface Props {
  stationSn: string;
  place: DevicePlace;
  onPlace(place: DevicePlace): void;
}

/** Shows the station's devices by type. The devices of a type are loaded on expanding. */
export function DeviceTree({ stationSn, place, onPlace }: Props) {
  const t = useT(texts);
  const [opened, setOpened] = useState<readonly string[]>(place.type === null ? [] : [place.type]);
  const [shown, setShown] = useState<Readonly<Record<string, number>>>({});
  const { data, isPending, isError, refetch } = useQuery(
    {
      queryKey: ['emsDeviceTree', stationSn],
      queryFn: ({ signal }) => call('emsDeviceTree', { query: { stationSn } }, { quiet: true, signal }),
      refetchInterval: REFRESH_MS,
    },
    queryClient,
  );
  const branches = useBranches(stationSn, opened, shown);
  const devicesOf = (type: string): TreeDataNode[] =>
    (branches[opened.indexOf(type)]?.data ?? []).map(({ key, name, state }) => ({
      key: keyOfPlace({ type, sn: key }),
      isLeaf: true,
      title: (
        <>
          <State state={state} /> {name}
        </>
      ),
    }));
  const treeData = (data ?? []).map(({ key, name, devices, online }): TreeDataNode => {
    const more: TreeDataNode = { key: `${key}${MORE}`, isLeaf: true, title: t('device.more') };
    const isCut = opened.includes(key) && (shown[key] ?? 1) < pagesOf(devices);
    return {
      key: keyOfPlace({ type: key, sn: null }),
      isLeaf: false,
      title: `${name} ${t('device.onlineOf', { online, devices })}`,
      children: [...devicesOf(key), ...(isCut ? [more] : [])],
    };
  });
  const empty = data?.length === 0 ? t('device.none') : undefined;
  return (
    <Panel
      icon="device"
      pending={isPending}
      failed={isError && !data}
      onRetry={() => void refetch()}
      {...(empty !== undefined && { empty })}
    >
      <Tree
        blockNode
        aria-label={t('device.tree')}
        height={HEIGHT}
        motion={false}
        treeData={treeData}
        expandedKeys={opened.map((type) => keyOfPlace({ type, sn: null }))}
        selectedKeys={[keyOfPlace(place)]}
        onExpand={(keys) => setOpened(keys.flatMap((key) => placeOfKey(String(key)).type ?? []))}
        onSelect={(_, { node }) => {
          const key = String(node.key);
          const type = key.endsWith(MORE) ? key.slice(0, -MORE.length) : null;
          if (type !== null) return setShown({ ...shown, [type]: (shown[type] ?? 1) + 1 });
          const chosen = placeOfKey(key);
          if (chosen.type !== null) setOpened([...new Set([...opened, chosen.type])]);
          onPlace(chosen);
        }}
      />
    </Panel>
  );
}
