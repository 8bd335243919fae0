/** Writes the curve of a factory test as an Excel table with one row per time. */

import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import type { RecordCurve } from '../../engine/recordCurve.ts';
import { type FigureTable, tablesXlsx } from '../boards/tableFile.ts';

const WORDS = {
  time: { zh: '时间', en: 'Time' },
  step: { zh: '步骤', en: 'Step' },
} as const;
const DECIMALS = 3;

interface Place {
  title: string;
  lang: Lang;
  zone: string;
}

function rowsOf({ lines, marks }: RecordCurve, lang: Lang): FigureTable['rows'] {
  const values = lines.map(({ stretches }) => new Map(stretches.flat()));
  const moments = [...new Set(values.flatMap((one) => [...one.keys()]))].sort((one, other) => one - other);
  return moments.map((ts) => {
    const step = pickText(marks.findLast(({ at }) => at <= ts)?.title, lang) ?? '';
    return [ts, step, ...values.map((one) => one.get(ts) ?? null)];
  });
}

export function makeCurveBook(curve: RecordCurve, { title, lang, zone }: Place): Promise<Buffer> {
  const columns: FigureTable['columns'] = [
    { title: pickText(WORDS.time, lang), kind: 'time' },
    { title: pickText(WORDS.step, lang), kind: 'text' },
    ...curve.lines.map(({ title: name, unit }) => ({
      ...{ title: `${pickText(name, lang)} (${unit})`, kind: 'number' as const, decimals: DECIMALS },
    })),
  ];
  return tablesXlsx([{ title, columns, rows: rowsOf(curve, lang) }], zone);
}
