import { describe, expect, it } from 'vitest';
import type { RefNeed } from '../../../../runtime/core/rules/refWhere.ts';
import { ROOT, readLevel } from '../../../../runtime/form/values/refTree.ts';

/** Reads this number of records on a level, answered part by part as the server does. */
async function read(count: number, above = ROOT, needs: readonly RefNeed[] = []) {
  let filter: unknown;
  const level = await readLevel(
    async (query) => {
      filter = query.filter;
      const from = Number(query.cursor);
      const size = Number(query.size);
      const records = Array.from({ length: Math.min(size, count - from) }, (_, at) => ({
        id: from + at + 1,
      }));
      return { records, next: from + size < count ? String(from + size) : null };
    },
    { parent: 'parentId', needs },
    above,
  );
  return { ...level, filter: String(filter) };
}

describe('a level of a tree to choose from', () => {
  it('is read whole', async () => {
    const { records, cut, filter } = await read(260, 7);
    expect(records.map(({ id }) => id)).toEqual(Array.from({ length: 260 }, (_, at) => at + 1));
    expect(cut).toBe(false);
    expect(JSON.parse(filter)).toEqual({ and: [{ field: 'parentId', op: 'eq', value: 7 }] });
  });

  it('contains only records that match the other fields of the form', async () => {
    const { filter } = await read(1, 7, [
      { field: '@site', value: 'SZ01' },
      { field: 'typeId', value: 3 },
    ]);
    expect(JSON.parse(filter)).toEqual({
      and: [
        { field: 'parentId', op: 'eq', value: 7 },
        { op: 'site', value: 'SZ01' },
        { field: 'typeId', op: 'eq', value: 3 },
      ],
    });
  });

  it('reports that it contains more than users look through', async () => {
    expect(await read(2000)).toMatchObject({ cut: false });
    const { records, cut } = await read(2001);
    expect([records.length, cut]).toEqual([2000, true]);
  });
});
