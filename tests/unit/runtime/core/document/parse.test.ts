import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../../../../runtime/core/document/parse.ts';

const widget = (id: string, over = {}) => ({ id, type: 'gauge', version: 1, config: { name: id }, ...over });
const place = (i: string, x = 0, y = 0) => ({ i, x, y, w: 6, h: 4 });
const document = (widgets: unknown, lg: unknown, version: unknown = 1) => ({
  version,
  widgets,
  layouts: { lg },
});

describe('a stored board', () => {
  it('of version 1 had no tabs and no locks, whatever these fields contain', () => {
    const old = {
      ...document([widget('a', { tab: 't', locked: true })], [place('a')]),
      tabs: [{ id: 't', title: 'T' }],
    };
    expect(parseDocument(old).document).toEqual(document([widget('a')], [place('a')], 2));
  });

  it('has a separate grid for each tab, and puts widgets without a tab on the first', () => {
    const stored = {
      ...document(
        [widget('a'), widget('b', { tab: 'two' }), widget('c', { tab: 'gone', locked: true })],
        [place('a'), place('b'), place('c')],
        2,
      ),
      tabs: [
        { id: 'one', title: 'One' },
        { id: 'two', title: 'Two' },
        { id: 'two', title: 'Again' },
        { id: '', title: 'x' },
        7,
      ],
    };
    const { document: opened } = parseDocument(stored);
    expect(opened.tabs).toEqual(stored.tabs.slice(0, 2));
    expect(opened.widgets.map(({ tab, locked }) => [tab, locked])).toEqual([
      ['one', undefined],
      ['two', undefined],
      ['one', true],
    ]);
    expect(opened.layouts.lg.map(({ y }) => y)).toEqual([4, 0, 0]);
  });

  it('is opened as it was saved', () => {
    const stored = document([widget('a')], [place('a')]);
    expect(parseDocument(stored)).toEqual({
      document: { ...stored, version: 2 },
      problems: [],
      readOnly: false,
    });
  });

  it('is empty if nothing was saved', () => {
    expect(parseDocument(null)).toMatchObject({ problems: [], document: { widgets: [] } });
  });

  it('of a newer version is shown read-only', () => {
    const parsed = parseDocument(document([widget('a')], [place('a')], 3));
    expect(parsed).toMatchObject({ readOnly: true, problems: ['newer'] });
    expect(parsed.document.widgets).toHaveLength(1);
  });

  it('keeps widgets of unknown types and newer versions unchanged', () => {
    const strange = widget('s', {
      type: 'hologram',
      version: 9,
      config: { deep: { list: [1, { x: null }] } },
    });
    const { document: opened, problems } = parseDocument(document([strange], [place('s')]));
    expect(opened.widgets).toEqual([strange]);
    expect(problems).toEqual([]);
  });

  it.each([
    'text',
    42,
    [],
    {},
    { version: 1 },
    { version: 'one', widgets: [], layouts: { lg: [] } },
    { version: 1, widgets: {}, layouts: { lg: [] } },
  ])('that is no board (%j) opens empty, read-only, and says so', (value) => {
    expect(parseDocument(value)).toMatchObject({
      problems: ['unreadable'],
      document: { widgets: [] },
      readOnly: true,
    });
  });

  it('omits and lists invalid widgets, and shows the rest', () => {
    const broken = [
      null,
      7,
      { id: '<script>', type: 'gauge', version: 1, config: {} },
      widget('b', { config: [] }),
    ];
    const { document: opened, problems } = parseDocument(document([...broken, widget('a')], [place('a')]));
    expect(opened.widgets.map(({ id }) => id)).toEqual(['a']);
    expect(problems).toEqual(['widgets']);
  });

  it('gives a second widget with the same id a new id', () => {
    const { document: opened } = parseDocument(document([widget('a'), widget('a')], [place('a')]));
    expect(new Set(opened.widgets.map(({ id }) => id)).size).toBe(2);
    expect(opened.layouts.lg).toHaveLength(2);
  });

  it('finds places for widgets with invalid places', () => {
    const lg = [
      { i: 'a', x: -5, y: 1e9, w: 900, h: 2 },
      { i: 'b', x: Number.NaN, y: 0, w: 1, h: 1 },
      { i: 'ghost', x: 0, y: 0, w: 2, h: 2 },
      'nonsense',
    ];
    const { document: opened, problems } = parseDocument(document([widget('a'), widget('b')], lg));
    expect(problems).toEqual(['layout']);
    expect(opened.layouts.lg.map(({ i }) => i)).toEqual(['a', 'b']);
    expect(opened.layouts.lg[0]).toEqual({ i: 'a', x: 0, y: 0, w: 24, h: 2 });
  });

  it('shows at most the maximum number of widgets, and saves nothing then', () => {
    const many = Array.from({ length: 250 }, (_, at) => widget(`w${at}`));
    const parsed = parseDocument(document(many, []));
    expect(parsed.document.widgets).toHaveLength(200);
    expect(parsed.problems).toContain('tooMany');
    expect(parsed.readOnly).toBe(true);
  });

  it('does not allow access to the prototype of objects', () => {
    const hostile = JSON.parse(
      '{"version":1,"__proto__":{"polluted":1},"widgets":[{"id":"a","type":"gauge","version":1,"config":{"__proto__":{"polluted":1}}}],"layouts":{"lg":[]}}',
    );
    parseDocument(hostile);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});
