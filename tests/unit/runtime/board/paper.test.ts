import { expect, it } from 'vitest';
import { fileName, measurePaper, previewScale, WAYS } from '../../../../runtime/board/export/paper.ts';

it('draws a sheet with the width of the printed area, in either orientation', () => {
  for (const way of WAYS) {
    const { sheet, width, height, zoom } = measurePaper(way);
    // CSS pixels per millimetre, at 96 per inch.
    expect((width * zoom) / (96 / 25.4)).toBeCloseTo(sheet.width, 9);
    expect((height * zoom) / (96 / 25.4)).toBeCloseTo(sheet.height + 8, 9);
  }
});

it('shows a preview at most as wide as the window, and never enlarged', () => {
  const paper = measurePaper('landscape');
  expect(previewScale(paper, 4000)).toBe(1);
  expect(previewScale(paper, 390) * (paper.width + 96)).toBeCloseTo(390, 9);
});

it('names a file after station and board, without invalid characters', () => {
  expect(fileName(['SZ/01', 'Fleet: "all"', ''], 2)).toBe('SZ_01 - Fleet_ _all_ 2.png');
});
