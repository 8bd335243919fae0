/** Exports a wiring diagram with its current values, as a picture or as a document. */

import type { Text } from '../../../generated/definition.ts';
import { diagramSvg } from '../../../runtime/core/diagram/svg.ts';
import { formatMoment } from '../../../runtime/core/numbers/format.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { drawPaper } from '../../engine/documents/index.ts';
import { disposition } from '../../platform/files/disposition.ts';
import type { Turn } from '../../platform/worker/turns.ts';
import type { DiagramData, StoredDiagram } from './live.ts';

export type DiagramFormat = 'svg' | 'pdf';

const WORDS = {
  station: { zh: '站点', en: 'Station' },
  asOf: { zh: '数据时间', en: 'As of' },
  zone: { zh: '时区', en: 'Time zone' },
  gone: { zh: '变量不存在', en: 'Variable not found' },
} as const satisfies Record<string, Text>;

/** Documents use the fonts of the PDF library. */
const FONTS: Readonly<Record<DiagramFormat, string>> = { svg: 'system-ui, sans-serif', pdf: 'Noto' };
const TYPES: Readonly<Record<DiagramFormat, string>> = { svg: 'image/svg+xml', pdf: 'application/pdf' };

interface Place {
  stationName: string;
  zone: string;
  /** The tenant that issues it. */
  from: string;
  lang: Lang;
  now: number;
  turn: Turn;
}

export async function makeDiagramFile(
  { diagram, name }: StoredDiagram,
  { values, states }: DiagramData,
  format: DiagramFormat,
  { stationName, zone, from, lang, now, turn }: Place,
): Promise<{ content: Buffer; headers: Record<string, string> }> {
  const svg = diagramSvg(diagram, {
    positions: new Map(states.map(({ key, closed }) => [key, closed])),
    values: new Map(values.map((value) => [value.sn, value])),
    gone: pickText(WORDS.gone, lang),
    font: FONTS[format],
  });
  const headers = {
    'content-type': TYPES[format],
    'content-disposition': disposition('attachment', `${name}.${format}`),
  };
  if (format === 'svg') return { content: Buffer.from(svg), headers };
  const asOf = new Date(now).toISOString();
  const pairs = [
    { label: pickText(WORDS.station, lang), text: stationName },
    { label: pickText(WORDS.asOf, lang), text: formatMoment(asOf, 'second', zone) },
    { label: pickText(WORDS.zone, lang), text: zone },
  ];
  const content = await drawPaper(
    {
      ...{ lang, title: name, number: stationName, from, asOf, isLandscape: true, isLabel: false },
      blocks: [
        { kind: 'pairs', columns: pairs.length, pairs },
        { kind: 'drawing', svg },
      ],
    },
    'pdf',
    turn,
  );
  return { content, headers };
}
