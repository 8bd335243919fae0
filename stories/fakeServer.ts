/** Answers the calls of a story without a server: with sample data, with an empty answer, never, or with an error. */
import type { Data } from '../generated/calls.ts';
import { statisticRegistry } from '../runtime/core/definitions/statistics.ts';
import { queryClient } from '../runtime/kit/session/queryClient.ts';

export type StoryState = 'loading' | 'data' | 'empty' | 'failed';

const DEVICES = [
  { sn: 'INV1', name: '1号逆变器' },
  { sn: 'BAT1', name: '储能电池' },
];
const VARIABLES = [
  { deviceSn: 'INV1', variables: [{ sn: 'INV1-power', name: '有功功率' }] },
  { deviceSn: 'BAT1', variables: [{ sn: 'BAT1-soc', name: '荷电状态' }] },
];
const reading = (sn: string): Data<'realtimeDataByVariable'>[number] => ({
  ...{ sn, data: 128.4, unit: 'kW', decimals: 1 },
  ...{ ts: new Date().toISOString(), stale: false },
});
const RECORDS = [
  { id: 1, sn: 'ST-01', name: '华东示范电站' },
  { id: 2, sn: 'ST-02', name: '临港储能站' },
];

const READ = { zh: '查看', en: 'View' };
const WRITE = { zh: '编辑', en: 'Edit' };
const CATALOGUE = {
  entities: [
    {
      name: 'customer',
      title: { zh: '客户', en: 'Customer' },
      actions: [
        { key: 'customer:get', title: READ, scoped: true },
        { key: 'customer:update', title: WRITE, scoped: true },
      ],
      fields: [
        { name: 'name', title: { zh: '客户名称', en: 'Customer name' }, readOnly: false },
        { name: 'createdAt', title: { zh: '创建时间', en: 'Created' }, readOnly: true },
      ],
    },
  ],
  groups: [
    {
      name: 'kanban',
      title: { zh: '站点看板', en: 'Site boards' },
      permissions: [{ key: 'kanban:get', title: READ }],
    },
  ],
};

const STATISTIC = /^\/manager\/statistic\/(\w+)$/;

/** Returns the figures over all records, as one line. */
function figuresOf(name: string): Data<'recordStatistic'> {
  const figures = statisticRegistry.get(name)?.figures ?? [];
  const values = figures.map((figure, at): [string, number] => [
    figure.name,
    figure.do === 'ratio' ? 0.42 : 12 + at,
  ]);
  const total = { currency: null, figures: Object.fromEntries(values), before: null, change: null };
  return { by: [], from: null, to: null, rows: [], totals: [total], sum: null, more: false };
}

function dataFor(path: string, query: URLSearchParams): unknown {
  const statistic = STATISTIC.exec(path)?.[1];
  if (statistic) return figuresOf(statistic);
  if (path.endsWith('/access/permissions')) return CATALOGUE;
  // The device has values, but no attributes.
  if (path.endsWith('/attributes')) return [];
  if (path.includes('/station_devices/')) return DEVICES;
  if (path.includes('/without_group')) return VARIABLES;
  if (path.endsWith('/realtime/by_var')) return (query.get('sns') ?? '').split(',').map(reading);
  return { records: RECORDS, total: RECORDS.length, current: 1, size: 10 };
}

function emptyFor(path: string): unknown {
  const statistic = STATISTIC.exec(path)?.[1];
  if (statistic) return { ...figuresOf(statistic), totals: [] };
  if (path.endsWith('/access/permissions')) return { entities: [], groups: [] };
  return /\/station_devices\/|\/without_group|\/attributes$|\/realtime\/by_var$/.test(path)
    ? []
    : { records: [], total: 0, current: 1, size: 10 };
}

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const success = (data: unknown): Response => json({ code: 0, msg: 'ok', data });

/**
 * Replaces `fetch` for the server's calls. Clears the cache, so that no story shows the answers of another story.
 * Returns the function that restores `fetch`.
 */
export function startFakeServer(state: StoryState): () => void {
  const real = globalThis.fetch;
  queryClient.clear();
  globalThis.fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(
      input instanceof Request ? input.url : String(input),
      location.href,
    );
    if (/oauth\/token|emsToken/.test(pathname))
      return success({ access_token: 'story', expires_in: 3600, expire_at_millisec: Date.now() + 3_600_000 });
    if (!/^\/(manager|ems|admin)\//.test(pathname)) return real(input, init);
    if (state === 'loading') return new Promise<Response>(() => {});
    if (state === 'failed') return json({ code: 50000, msg: '服务器错误', data: null }, 500);
    return success(state === 'empty' ? emptyFor(pathname) : dataFor(pathname, searchParams));
  };
  return () => {
    globalThis.fetch = real;
    queryClient.clear();
  };
}
