import { describe, expect, it } from 'vitest';
import { EMPTY_START, startDocument, startLacking } from '../../../../runtime/board/boards/start.ts';
import type { Offer } from '../../../../runtime/board/preset/presets.ts';

const board = (id: string) => ({
  version: 2,
  widgets: [{ id, type: 'gauge', version: 1, config: {} }],
  layouts: { lg: [{ i: id, x: 0, y: 0, w: 6, h: 5 }] },
});
const [current, here, whole, filled] = ['current', 'here', 'whole', 'filled'].map(board) as [
  ReturnType<typeof board>,
  ReturnType<typeof board>,
  ReturnType<typeof board>,
  ReturnType<typeof board>,
];
const preset = { document: filled } as Offer;
const start = { ...EMPTY_START, preset, file: { document: here, whole } };

describe('the content of a new board', () => {
  it('is the last choice, whatever was chosen before', () => {
    expect(startDocument(start, current, false)).toBeNull();
    expect(startDocument({ ...start, kind: 'copy' }, current, false)).toBe(current);
    expect(startDocument({ ...start, kind: 'preset' }, current, false)).toBe(filled);
  });

  it('is the unchanged file for a board of any station, and otherwise adapted to this station', () => {
    expect(startDocument({ ...start, kind: 'file' }, current, true)).toBe(whole);
    expect(startDocument({ ...start, kind: 'file' }, current, false)).toBe(here);
  });

  it('is missing if a preset or a file is required but not chosen', () => {
    const kinds = ['empty', 'copy', 'preset', 'file'] as const;
    expect(kinds.map((kind) => startLacking({ ...EMPTY_START, kind }))).toEqual([false, false, true, true]);
    expect(kinds.some((kind) => startLacking({ ...start, kind }))).toBe(false);
  });
});
