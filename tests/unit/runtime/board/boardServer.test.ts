import { beforeEach, expect, it, vi } from 'vitest';

const call = vi.hoisted(() => vi.fn());
vi.mock('../../../../runtime/kit/api/client.ts', async (original) => ({
  ...(await original<typeof import('../../../../runtime/kit/api/client.ts')>()),
  call,
}));

const { prefetchBoard, boardServer } = await import('../../../../runtime/board/document/boardServer.ts');
const { queryClient } = await import('../../../../runtime/kit/session/queryClient.ts');

const saved = (version: number) => ({ document: null, version });

beforeEach(() => {
  queryClient.clear();
  call.mockReset();
});

it('uses preloaded data, and requests it again at every further load', async () => {
  call.mockResolvedValueOnce(saved(1)).mockResolvedValueOnce(saved(2));
  prefetchBoard('S', null, null);
  const server = boardServer('S', null, null);
  expect(await server.load()).toEqual(saved(1));
  expect(call).toHaveBeenCalledTimes(1);
  // Loads again, as after the restore of a version.
  expect(await server.load()).toEqual(saved(2));
  expect(boardServer('S', null, null).known()).toEqual(saved(2));
});

it('does not cache a board that failed to load', async () => {
  call.mockResolvedValueOnce(saved(1)).mockRejectedValueOnce(new Error('gone'));
  const server = boardServer('S', 7, null);
  await server.load();
  await expect(server.load()).rejects.toThrow('gone');
  expect(boardServer('S', 7, null).known()).toBeNull();
});

it("requests a snapshot in the version of its end, separately from today's board", async () => {
  call.mockResolvedValueOnce(saved(1)).mockResolvedValueOnce(saved(2));
  const at = '2026-03-31T15:59:59.999Z';
  await boardServer('S', 7, at).load();
  expect(call.mock.calls[0]?.[1]).toEqual({ path: { stationSn: 'S' }, query: { boardId: 7, at } });
  expect(boardServer('S', 7, null).known()).toBeNull();
  await boardServer('S', 7, null).load();
  expect(call.mock.calls[1]?.[1]).toEqual({ path: { stationSn: 'S' }, query: { boardId: 7 } });
});
