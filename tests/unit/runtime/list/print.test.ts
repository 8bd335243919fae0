import { describe, expect, it, vi } from 'vitest';
import { entityOf } from '../../../../runtime/core/definitions/entities.ts';
import { loadPrint } from '../../../../runtime/list/print/load.ts';
import { fetchSelectedRecords } from '../../../../runtime/record/calls/useRecords.ts';

vi.mock('../../../../runtime/record/calls/useRecords.ts', () => ({ fetchSelectedRecords: vi.fn() }));

const customer = entityOf('customer');
const { signal } = new AbortController();
const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, at) => from + at);

/** Answers a list of this many records page by page, as the server does. It sorts over the whole selection. */
function serve(total: number) {
  const fetchMock = vi.mocked(fetchSelectedRecords).mockReset();
  fetchMock.mockImplementation(async (_, { selection, current, size }) => {
    const chosen = (selection.ids ?? numbers(total)).toSorted((a, b) => a - b);
    const page = chosen.slice((current - 1) * size, current * size);
    return { records: page.map((id) => ({ id })), total: chosen.length } as never;
  });
  return fetchMock;
}

describe('what is printed', () => {
  it('are all records of the list, in its order, over any number of pages', async () => {
    const fetchMock = serve(450);
    const { records, total } = await loadPrint(customer, { filter: '{}', search: 'a' }, 'name', signal);
    expect(total).toBe(450);
    expect(records.map(({ id }) => id)).toEqual(numbers(450));
    for (const [, query] of fetchMock.mock.calls)
      expect(query).toMatchObject({ selection: { filter: '{}', search: 'a' }, sort: 'name' });
  });

  it('are only the selected ones, sorted over all of them', async () => {
    serve(450);
    const picked = numbers(250, 100).toReversed();
    const { records, total } = await loadPrint(customer, { ids: picked }, undefined, signal);
    expect(total).toBe(250);
    expect(records.map(({ id }) => id)).toEqual(numbers(250, 100));
  });

  it('end at a thousand rows, with the total number', async () => {
    serve(5000);
    expect(await loadPrint(customer, {}, undefined, signal)).toMatchObject({ total: 5000 });
    expect((await loadPrint(customer, {}, undefined, signal)).records).toHaveLength(1000);
    const picked = await loadPrint(customer, { ids: numbers(1100) }, undefined, signal);
    expect([picked.total, picked.records.length]).toEqual([1100, 1000]);
  });
});
