import { describe, expect, it } from 'vitest';
import { type BoardEntry, chooseBoard } from '../../../../runtime/board/boards/boards.ts';
import { boardGroups } from '../../../../runtime/board/boards/groups.ts';
import { fillDocument, matchChanges } from '../../../../runtime/board/match/missing.ts';
import { boardFileName, boardJson } from '../../../../runtime/board/transfer/exportBoard.ts';
import { MAX_BYTES, readJson } from '../../../../runtime/board/transfer/readFile.ts';

const entry = (boardId: number | null, over: Partial<BoardEntry> = {}) =>
  ({
    boardId,
    name: boardId === null ? null : `B${boardId}`,
    folder: null,
    isDefault: false,
    favourite: false,
    ...over,
  }) as BoardEntry;
const nameOf = ({ name }: BoardEntry) => name ?? 'own';

describe('the boards of a station', () => {
  it('open with the board in the address, else the default, else the station’s own', () => {
    const boards = [entry(null), entry(7, { isDefault: true })];
    expect(chooseBoard('3', { boards, failed: false })).toBe(3);
    expect(chooseBoard('own', { boards, failed: false })).toBeNull();
    expect(chooseBoard(null, { boards, failed: false })).toBe(7);
    expect(chooseBoard(null, { boards: [entry(null, { isDefault: true })], failed: false })).toBeNull();
    expect(chooseBoard(null, { boards: null, failed: false })).toBeUndefined();
    expect(chooseBoard(null, { boards: null, failed: true })).toBeNull();
  });

  it('are listed favourites first, then by folder, and found by every word', () => {
    const boards = [
      entry(null),
      entry(1, { folder: 'Night', owner: 'Li' }),
      entry(2, { folder: 'Day', favourite: true }),
      entry(3, { folder: 'Day' }),
    ];
    const groups = (words: string) =>
      boardGroups(boards, words, nameOf).map(({ kind, name, boards: list }) => [
        kind,
        name,
        ...list.map(({ boardId }) => boardId),
      ]);
    expect(groups('')).toEqual([
      ['favourites', '', 2],
      ['loose', '', null],
      ['folder', 'Day', 3],
      ['folder', 'Night', 1],
    ]);
    expect(groups('night li')).toEqual([['folder', 'Night', 1]]);
    expect(groups('night wang')).toEqual([]);
  });
});

describe('a board for another station', () => {
  it('uses the chosen variables and leaves the original unchanged', () => {
    const document = {
      version: 2,
      widgets: [{ id: 'a', type: 'trend', version: 1, config: { 'a/b': [{ deviceVar: [] }] } }],
      layouts: { lg: [] },
    };
    const filled = fillDocument(document, {
      '/widgets/0/config/a~1b/0/deviceVar': ['d', 'v'],
      '/widgets/0/config/other': undefined,
    });
    expect(filled.widgets[0]?.config).toEqual({ 'a/b': [{ deviceVar: ['d', 'v'] }] });
    expect(document.widgets[0]?.config).toEqual({ 'a/b': [{ deviceVar: [] }] });
  });

  it('is the same if every variable is unchanged', () => {
    const match = { widgetId: 'w', pointer: '/x', exact: true };
    const stays = { ...match, from: 'a', to: 'a' };
    expect(matchChanges({ matched: [stays], missing: [], removed: [] })).toBe(false);
    expect(
      matchChanges({ matched: [stays, { ...match, from: 'b', to: 'c' }], missing: [], removed: [] }),
    ).toBe(true);
    const gone = { widgetId: 'w', pointer: '/y', entity: 'ipc', name: null } as const;
    expect(matchChanges({ matched: [stays], missing: [], removed: [gone] })).toBe(true);
  });
});

describe('a board as a file', () => {
  const document = { version: 2, widgets: [], layouts: { lg: [] } };
  it('is read as written, without the line for editors', () => {
    const text = boardJson(document, 'https://w.example');
    expect(JSON.parse(text).$schema).toBe('https://w.example/ems/api/main/board/schema.json');
    expect(readJson(`\uFEFF${text}`)).toEqual({ value: document });
  });

  it('is refused with a reason if it is invalid', () => {
    expect(readJson('{')).toMatchObject({ error: 'syntax', detail: expect.stringMatching(/JSON/) });
    expect(readJson('[]')).toMatchObject({ error: 'shape' });
    expect(readJson(' '.repeat(MAX_BYTES + 1))).toMatchObject({ error: 'size' });
  });

  it('has a name that is valid in every file system', () => {
    expect(boardFileName('a/b:c*\n?')).toBe('a-b-c-.board.json');
  });
});
