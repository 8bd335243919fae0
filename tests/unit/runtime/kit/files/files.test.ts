/** Tests that users' files are read correctly: by their extensions, encodings and dates. */
import { describe, expect, it } from 'vitest';
import { previewOf } from '../../../../../runtime/kit/files/previewKind.ts';
import { decodeText } from '../../../../../runtime/kit/files/shown/decodeText.ts';
import {
  columnName,
  MAX_COLUMNS,
  MAX_ROWS,
  shownSheet,
} from '../../../../../runtime/kit/files/shown/workbook.ts';

describe('a file', () => {
  it.each([
    ['A.PDF', 'pdf'],
    ['a.b.docx', 'word'],
    ['a.xlsx', 'workbook'],
    ['a.JPeG', 'picture'],
    ['a.doc', undefined],
    ['pdf', undefined],
    ['a.constructor', undefined],
  ])('%s is shown as %s', (name, kind) => {
    expect(previewOf(name)?.kind).toBe(kind);
  });
});

const bytesOf = (...bytes: number[]): ArrayBuffer => new Uint8Array(bytes).buffer;

describe('a text', () => {
  it('is read as UTF-8, even if it was cut within a character', () => {
    expect(decodeText(bytesOf(0xe8, 0xae, 0xbe, 0xe5, 0xa4))).toBe('设');
  });

  it('is read in the encoding of a Chinese Excel', () => {
    expect(decodeText(bytesOf(0xc9, 0xe8, 0xb1, 0xb8))).toBe('设备');
  });
});

describe('a sheet', () => {
  it('is shown up to a limit, with the total number of rows', () => {
    const row = Array.from({ length: MAX_COLUMNS + 3 }, () => 1);
    const sheet = shownSheet({ sheet: 'Long', data: Array.from({ length: MAX_ROWS + 7 }, () => row) });
    expect(sheet.rows).toHaveLength(MAX_ROWS);
    expect(sheet.rows[0]).toHaveLength(MAX_COLUMNS);
    expect(sheet).toMatchObject({ rowCount: MAX_ROWS + 7, columnCount: MAX_COLUMNS + 3 });
  });

  it('shows days and times as in the file', () => {
    const data = [[new Date('2026-02-28T00:00:00Z'), new Date('2026-02-28T09:30:00Z'), true, null, 0.5, 'x']];
    expect(shownSheet({ sheet: 'S', data }).rows).toEqual([
      ['2026-02-28', '2026-02-28 09:30:00', 'TRUE', '', '0.5', 'x'],
    ]);
  });

  it('names its columns like spreadsheets', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  });
});
