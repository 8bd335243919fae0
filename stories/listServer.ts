/** Answers a list's calls without a server. It returns a number of sample records, by pages or while scrolling. */
import type { EntityDefinition } from '../generated/definition.ts';
import { useSession } from '../runtime/kit/session/session.ts';
import { type StoryState, startFakeServer } from './fakeServer.ts';
import { sampleRecords } from './sampleRecords.ts';

const TOTAL_OF = { data: 128, many: 10_000, empty: 0 } as const;
export type ListStoryState = StoryState | 'many';

const success = (data: unknown): Response =>
  new Response(JSON.stringify({ code: 0, msg: 'ok', data }), {
    headers: { 'content-type': 'application/json' },
  });

function pageOf(entity: EntityDefinition, total: number, query: URLSearchParams) {
  const size = Number(query.get('size') ?? 10);
  const cursor = query.get('cursor');
  const from = cursor === null ? (Number(query.get('current') ?? 1) - 1) * size : Number(cursor);
  const records = sampleRecords(entity, Math.max(0, Math.min(size, total - from)), from);
  const to = from + records.length;
  return { records, total, current: 1, size, next: to < total ? String(to) : null };
}

function answer(entity: EntityDefinition, total: number, { pathname, searchParams }: URL): unknown {
  if (pathname.startsWith('/manager/view')) return [];
  if (pathname.startsWith('/manager/preference/')) return { value: null };
  if (pathname.endsWith('/totals')) {
    const sums = (entity.list.totals ?? []).map((name, index) => [name, total * (index + 1) * 1250.5]);
    return { count: total, sums: Object.fromEntries(sums) };
  }
  // The list reads the names of its references from another entity.
  if (searchParams.get('filter')?.includes('"op":"in"')) return undefined;
  if (pathname.endsWith('/workCalendar/days')) return { weekend: [6, 7], days: [] };
  if (pathname.endsWith('/mapTiles')) return { tiles: null };
  if (pathname.endsWith('/user/team')) return { records: [], total: 0, current: 1, size: 200 };
  return searchParams.has('size') ? pageOf(entity, total, searchParams) : undefined;
}

/** Starts a fake server for a user with all permissions. Returns the function that restores everything. */
export function startListServer(entity: EntityDefinition, state: ListStoryState): () => void {
  const stop = startFakeServer(state === 'many' ? 'data' : state);
  const fake = globalThis.fetch;
  const before = useSession.getState();
  useSession.setState({ status: 'user', can: () => true });
  if (state in TOTAL_OF) {
    const total = TOTAL_OF[state as keyof typeof TOTAL_OF];
    globalThis.fetch = async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : String(input), location.href);
      const data = /^\/(manager|ems)\//.test(url.pathname) ? answer(entity, total, url) : undefined;
      return data === undefined ? fake(input, init) : success(data);
    };
  }
  return () => {
    stop();
    useSession.setState(before);
  };
}
