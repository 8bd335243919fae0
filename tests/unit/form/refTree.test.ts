import { describe, expect, it, vi } from 'vitest';
import { list_call } from '../../../runtime/form/refs.ts';
import { level_read, ROOT } from '../../../runtime/form/refTree.ts';

vi.mock('../../../runtime/form/refs.ts', () => ({ list_call: vi.fn(), ref_option: vi.fn() }));

const { signal } = new AbortController();

/** So many records on a level, answered part by part as the server does. */
async function read(count: number, above = ROOT) {
  const asked = vi.mocked(list_call).mockReset();
  asked.mockImplementation(async (_, query) => {
    const { cursor, size } = query as { cursor: string; size: number };
    const from = Number(cursor);
    const records = Array.from({ length: Math.min(size, count - from) }, (_, at) => ({ id: from + at + 1 }));
    return { records, next: from + size < count ? String(from + size) : null };
  });
  const level = await level_read({ entity: 'dept', key: 'id' }, 'parentId', above, signal);
  return { ...level, filter: asked.mock.calls[0]![1].filter as string };
}

describe('a level of a tree to choose from', () => {
  it('is read whole', async () => {
    const { records, cut, filter } = await read(260, 7);
    expect(records.map(({ id }) => id)).toEqual(Array.from({ length: 260 }, (_, at) => at + 1));
    expect(cut).toBe(false);
    expect(JSON.parse(filter)).toEqual({ and: [{ field: 'parentId', op: 'eq', value: 7 }] });
  });

  it('says so when it holds more than anybody looks through', async () => {
    expect(await read(2000)).toMatchObject({ cut: false });
    const { records, cut } = await read(2001);
    expect([records.length, cut]).toEqual([2000, true]);
  });
});
