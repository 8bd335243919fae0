/**
 * Shows a list of 30 columns, generated or by hand, over the same records. `?total=` sets the number of records,
 * which all arrive at once. bench/list.ts controls it.
 */
import { type ReactNode, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import type { PageDefinition } from '../../generated/definition.ts';
import { applyDefinitions } from '../../runtime/core/definitions/registry.ts';
import { loadAllTexts, setLang } from '../../runtime/kit/i18n/index.ts';
import { queryClient } from '../../runtime/kit/session/queryClient.ts';
import { useSession } from '../../runtime/kit/session/session.ts';
import { tokenCss } from '../../runtime/kit/theme/cssVariables.ts';
import ListPage from '../../runtime/list/screen/ListPage.tsx';
import '../../runtime/kit/theme/base.css';
import { ThemeProvider } from '../../runtime/kit/theme/ThemeProvider.tsx';
import { sampleRecords } from '../../stories/sampleRecords.ts';
import { type BenchRecord, ByHand } from './ByHand.tsx';
import { makeEntity } from './entity.ts';

const TOTAL = Number(new URLSearchParams(location.search).get('total'));
const PAGE = 50;
const LIST = '/manager/bench/page';

const entity = makeEntity();
const records = sampleRecords(entity, TOTAL) as BenchRecord[];
applyDefinitions('entities', { bench: entity });
applyDefinitions('operations', {
  benchPage: {
    id: 'benchPage',
    method: 'get',
    path: LIST,
    access: 'permission',
    permission: 'bench:list',
    answer: 'data',
    action: { entity: 'bench', do: 'list' },
  } as never,
});
useSession.setState({ status: 'user', can: () => true });

const json = (data: unknown) =>
  new Response(JSON.stringify({ code: 0, msg: 'ok', data }), {
    headers: { 'content-type': 'application/json' },
  });

globalThis.fetch = async (input) => {
  const { pathname, searchParams } = new URL(
    input instanceof Request ? input.url : String(input),
    location.href,
  );
  if (/oauth\/token|emsToken/.test(pathname))
    return json({ access_token: 'x', expires_in: 3600, expire_at_millisec: Date.now() + 3_600_000 });
  if (pathname.startsWith('/manager/view')) return json([]);
  if (pathname !== LIST) return json({ value: null });
  const size = Number(searchParams.get('size'));
  const cursor = searchParams.get('cursor');
  const from = cursor === null ? (Number(searchParams.get('current')) - 1) * size : Number(cursor);
  const next = from + size < TOTAL ? String(from + size) : null;
  return json({ records: records.slice(from, from + size), total: TOTAL, next });
};

async function load(current: number, size: number) {
  const answer = await fetch(`${LIST}?current=${current}&size=${size}`);
  return ((await answer.json()) as { data: { records: BenchRecord[]; total: number } }).data;
}

const page: PageDefinition = {
  name: 'bench',
  route: '/bench',
  title: entity.title,
  kind: 'list',
  entity: 'bench',
};
const screens: Record<string, () => ReactNode> = {
  generated: () => (
    <MemoryRouter initialEntries={[`/bench?size=${PAGE}`]}>
      <ListPage page={page} />
    </MemoryRouter>
  ),
  byHand: () => <ByHand names={entity.list.columns} load={load} />,
  endless: () => (
    <MemoryRouter initialEntries={['/bench?mode=endless']}>
      <ListPage page={page} />
    </MemoryRouter>
  ),
};

/** Shows the screen. The program is already loaded, as in a running product. */
function Stage({ controls }: { controls: { show?: (name: string | null) => void } }) {
  const [name, setName] = useState<string | null>(null);
  controls.show = setName;
  return name ? screens[name]?.() : null;
}

let root: Root | null = null;
const controls: { show?: (name: string | null) => void } = {};
const frame = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));

declare global {
  interface Window {
    bench: {
      open(name: string, rows: number): Promise<number>;
      close(): Promise<void>;
    };
  }
}

window.bench = {
  /** Measures the milliseconds from the request to show the screen to the frame with its rows. */
  async open(name, rows) {
    const start = performance.now();
    controls.show?.(name);
    const drawn = () =>
      document.querySelectorAll('tbody tr:not([aria-hidden="true"]):not(.ant-table-placeholder)').length >=
      rows;
    while (!drawn()) await frame();
    await frame();
    return performance.now() - start;
  },
  async close() {
    controls.show?.(null);
    await frame();
    queryClient.clear();
    await frame();
  },
};

const style = document.createElement('style');
style.textContent = tokenCss();
document.head.append(style);
await setLang('en');
await loadAllTexts();
root = createRoot(document.getElementById('root')!);
root.render(
  <ThemeProvider>
    <Stage controls={controls} />
  </ThemeProvider>,
);
await frame();
document.documentElement.dataset.ready = 'yes';
