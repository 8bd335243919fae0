import { describe, expect, it } from 'vitest';
import { chooseAll, joinBoards } from '../../../../runtime/board/conflict/mergeBoards.ts';
import { MAX_WIDGETS } from '../../../../runtime/core/document/parse.ts';

const gauge = (id: string, title: string) => ({ id, type: 'gauge', version: 1, config: { title } });
const board = (...widgets: ReturnType<typeof gauge>[]) => ({
  version: 2,
  widgets,
  layouts: { lg: widgets.map(({ id }, at) => ({ i: id, x: 0, y: at, w: 6, h: 1 })) },
});
const many = (prefix: string, count: number) =>
  board(...Array.from({ length: count }, (_, at) => gauge(`${prefix}${at}`, '')));

describe("the merge of two users' work", () => {
  const [base, mine, theirs] = [board(gauge('a', '0')), board(gauge('a', '1')), board(gauge('a', '2'))];

  it('is complete once a person has answered all conflicts', () => {
    const undecided = joinBoards(base, mine, theirs, {});
    expect(undecided).toMatchObject({ isAnswered: false, isTooMany: false });
    const choices = chooseAll(undecided, 'theirs');
    const joined = joinBoards(base, mine, theirs, choices);
    expect(joined.isAnswered).toBe(true);
    expect(joined.document.widgets[0]?.config).toEqual({ title: '2' });
  });

  it('asks about every difference if the common version no longer exists', () => {
    expect(joinBoards(null, mine, theirs, {}).contests.map(({ id }) => id)).toEqual(['a']);
    expect(joinBoards(null, mine, mine, {})).toMatchObject({ contests: [], isAnswered: true });
  });

  it('may exceed the limits of a board', () => {
    const half = Math.ceil((MAX_WIDGETS + 1) / 2);
    expect(joinBoards(board(), many('m', half), many('t', half), {}).isTooMany).toBe(true);
  });
});
