import { describe, expect, it } from 'vitest';
import type { Text } from '../../../../../generated/definition.ts';
import { AppError } from '../../../../../server/platform/errors/errors.ts';
import { BOARD_EMPTY, checkBoard } from '../../../../../server/sites/boards/document.ts';
import { boardProblems } from '../../../../../server/sites/boards/problems.ts';

const widget = (id: string, config: object = {}) => ({ id, type: 'keyData', version: 1, config });
const place = (i: string) => ({ i, x: 0, y: 0, w: 4, h: 3 });
const board = (widgets: object[], lg: object[]) => ({ version: 1, widgets, layouts: { lg } });

function reason(document: unknown): string {
  try {
    checkBoard(document);
  } catch (error) {
    if (error instanceof AppError)
      return `${error.key} ${(error.params.reason as Text | undefined)?.en ?? ''}`.trim();
  }
  return 'accepted';
}

describe('checkBoard', () => {
  it('accepts an empty board and one with unknown widget types', () => {
    expect(checkBoard(BOARD_EMPTY)).toEqual(BOARD_EMPTY);
    const unknown = board(
      [{ ...widget('a', { x: [1, { y: '<b>' }] }), type: 'fromTheFuture' }],
      [place('a')],
    );
    expect(checkBoard(unknown)).toEqual(unknown);
  });

  it('removes executable parts from rich text', () => {
    const value = '<p>Call <strong>us</strong></p><img src=x onerror=alert(1)><script>alert(1)</script>';
    const saved = checkBoard(board([{ ...widget('a', { value }), type: 'customText' }], [place('a')]));
    expect(saved.widgets[0]?.config.value).toBe('<p>Call <strong>us</strong></p>');
  });

  it('refuses parts that its schema does not describe', () => {
    expect(reason({ version: 1, widgets: [] })).toContain('kanban.invalid');
    expect(reason(board([widget('a')], [{ ...place('a'), x: 24 }]))).toContain('/layouts/lg/0/x');
    expect(
      reason(
        board(
          Array.from({ length: 201 }, (_, index) => widget(`w${index}`)),
          [],
        ),
      ),
    ).toContain('/widgets');
  });

  it('refuses two widgets or two places with one id, and a place or a widget without the other', () => {
    expect(reason(board([widget('a'), widget('a')], []))).toContain('same id');
    expect(reason(board([widget('a')], [place('a'), place('a')]))).toContain('two places');
    expect(reason(board([widget('a')], [place('a'), place('b')]))).toContain('not a widget');
    expect(reason(board([widget('a'), widget('b')], [place('b')]))).toContain('a has no place');
  });

  it('reports each fault with its place, in the requested language', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`) as object;
    const faults: [document: unknown, pointer: string, zh: RegExp, en: RegExp][] = [
      [board([widget('a'), widget('a')], [place('a')]), '/widgets/1/id', /编号相同/, /same id/],
      [board([widget('a'), widget('b')], [place('b')]), '/widgets/0', /没有位置/, /no place/],
      [board([widget('a')], [place('a'), place('b')]), '/layouts/lg/1/i', /不是组件/, /not a widget/],
      [
        { ...board([{ ...widget('a'), tab: 'x' }], [place('a')]), version: 2 },
        '/widgets/0/tab',
        /不是页签/,
        /not a tab/,
      ],
      [
        board([JSON.parse('{"id":"a","type":"keyData","version":1,"config":{"__proto__":1}}')], [place('a')]),
        '/widgets/0/config/__proto__',
        /不允许/,
        /not allowed/,
      ],
      [board([widget('a', deep)], [place('a')]), `/widgets/0/config${'/a'.repeat(18)}`, /过深/, /too deep/],
      [board([widget('a')], [{ i: 'a', x: 0, y: 0, w: 4 }]), '/layouts/lg/0/h', /h/, /^h is required/],
    ];
    for (const [document, pointer, zh, en] of faults) {
      expect(boardProblems(document, 'zh')).toMatchObject([{ pointer, msg: expect.stringMatching(zh) }]);
      expect(boardProblems(document, 'en')).toMatchObject([{ pointer, msg: expect.stringMatching(en) }]);
    }
    const endless = JSON.parse(`${'['.repeat(90_000)}${']'.repeat(90_000)}`) as unknown;
    expect(reason(board([widget('a', { endless })], [place('a')]))).toContain('too deep');
  });

  it('refuses a document of an unknown later version', () => {
    expect(reason({ ...board([widget('a')], [place('a')]), version: 3 })).toContain('newer');
    // In an unknown version, the meaning of all other parts is unknown. No further problem is therefore reported.
    const problems = boardProblems({ version: 99, widgets: 'another way' }, 'en');
    expect(problems).toMatchObject([{ pointer: '/version', fatal: true }]);
    expect(problems[0]?.msg).toContain('99');
  });

  it('accepts tabs and locks of version 2, and refuses invalid ones', () => {
    const tabs = [{ id: 't', title: 'T' }];
    const placed = { ...widget('a'), tab: 't', locked: true };
    const tabbed = { ...board([placed], [place('a')]), version: 2, tabs };
    expect(checkBoard(tabbed)).toEqual(tabbed);
    expect(reason({ ...tabbed, version: 1 })).toContain('version 2');
    expect(reason({ ...tabbed, tabs: [...tabs, ...tabs] })).toContain('two tabs');
    expect(reason({ ...tabbed, tabs: [{ id: 'other', title: 'T' }] })).toContain('not a tab');
    expect(reason({ ...tabbed, tabs: [{ id: 't', title: '' }] })).toContain('/tabs/0/title');
    const many = Array.from({ length: 21 }, (_, at) => ({ id: `t${at}`, title: 'T' }));
    expect(reason({ ...tabbed, tabs: [...tabs, ...many] })).toContain('/tabs');
  });

  it('refuses keys that access prototypes, at any place', () => {
    const own = JSON.parse('{"deep":[{"__proto__":{"admin":true}}]}') as object;
    expect(reason(board([widget('a', own)], [place('a')]))).toContain('__proto__');
    expect(reason(board([widget('a', { constructor: 1 })], [place('a')]))).toContain('constructor');
  });

  it('refuses too deep and too large documents', () => {
    let deep: object = {};
    for (let level = 0; level < 40; level++) deep = { deep };
    expect(reason(board([widget('a', deep)], [place('a')]))).toContain('nested');
    expect(reason(board([widget('a', { textValue: 'x'.repeat(1_100_000) })], [place('a')]))).toBe(
      'kanban.tooLarge',
    );
  });
});
