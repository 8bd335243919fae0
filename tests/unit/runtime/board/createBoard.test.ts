import { beforeEach, expect, it, vi } from 'vitest';
import { createBoard } from '../../../../runtime/board/boards/createBoard.ts';
import { emptyDocument } from '../../../../runtime/core/document/parse.ts';

const requests = vi.hoisted(() => ({ calls: [] as string[], refused: '' }));
vi.mock('../../../../runtime/kit/api/client.ts', () => ({
  call: async (id: string, input: unknown) => {
    requests.calls.push(`${id} ${JSON.stringify(input)}`);
    if (id === requests.refused) throw new Error(`${id} refused`);
    return { id: 7 };
  },
}));
beforeEach(() => Object.assign(requests, { calls: [], refused: '' }));

const board = { name: 'Night', stationSn: 'S', visibility: 'private' } as const;
const names = () => requests.calls.map((one) => one.split(' ')[0]);

it('creates the record and its first version; an empty board needs none', async () => {
  expect(await createBoard('S', board, emptyDocument(), 'copy')).toBe(7);
  expect(names()).toEqual(['boardCreate', 'kanbanSave']);
  requests.calls = [];
  await createBoard('S', board, null, '');
  expect(names()).toEqual(['boardCreate']);
});

it('leaves no empty board if its first save is refused', async () => {
  requests.refused = 'kanbanSave';
  await expect(createBoard('S', board, emptyDocument(), 'copy')).rejects.toThrow('kanbanSave refused');
  expect(requests.calls.at(-1)).toBe('boardDelete {"path":{"id":7}}');
});
