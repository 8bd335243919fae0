/** The style sheet of a workbook, with the styles of its cells. */
import type { CellStyle } from './cell.ts';
import { XML_HEAD } from './xml.ts';

const CUSTOM_FROM = 164;
const FORMATS = [
  'yyyy\\-mm\\-dd',
  'yyyy\\-mm\\-dd\\ hh:mm:ss',
  '#,##0.00',
  ...[1, 2, 3, 4, 5, 6].map((count) => `#,##0.${'0'.repeat(count)}`),
];
const TEXT_FORMAT = 49;

interface Look {
  format?: number;
  font?: number;
  fill?: number;
  more?: string;
}

const customIndex = (index: number): number => CUSTOM_FROM + index;

const LOOKS: Readonly<Record<CellStyle, Look>> = {
  number: {},
  // Marked as text, so that "=1+1" remains text when a user edits the cell.
  text: { format: TEXT_FORMAT, more: ' quotePrefix="1"' },
  header: { font: 1, fill: 2 },
  required: { font: 2, fill: 2 },
  date: { format: customIndex(0) },
  dateTime: { format: customIndex(1) },
  money: { format: customIndex(2) },
  integer: { format: 1 },
  decimals1: { format: customIndex(3) },
  decimals2: { format: customIndex(4) },
  decimals3: { format: customIndex(5) },
  decimals4: { format: customIndex(6) },
  decimals5: { format: customIndex(7) },
  decimals6: { format: customIndex(8) },
  wrapped: { format: TEXT_FORMAT },
};

const NAMES = Object.keys(LOOKS) as CellStyle[];

export const styleIndex = (style: CellStyle): number => NAMES.indexOf(style);

function lookXml(name: CellStyle): string {
  const { format = 0, font = 0, fill = 0, more = '' } = LOOKS[name];
  const align = name === 'wrapped' ? '<alignment vertical="top" wrapText="1"/>' : '';
  return `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"${more}${align ? ` applyAlignment="1">${align}</xf>` : '/>'}`;
}

export function stylesXml(): string {
  const formats = FORMATS.map(
    (code, index) => `<numFmt numFmtId="${customIndex(index)}" formatCode="${code}"/>`,
  );
  return [
    XML_HEAD,
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    `<numFmts count="${formats.length}">${formats.join('')}</numFmts>`,
    '<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font>',
    '<font><b/><sz val="11"/><name val="Calibri"/></font>',
    '<font><b/><sz val="11"/><color rgb="FFC00000"/><name val="Calibri"/></font></fonts>',
    '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
    '<fill><patternFill patternType="solid"><fgColor rgb="FFE8EDF3"/></patternFill></fill></fills>',
    '<borders count="1"><border/></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${NAMES.length}">${NAMES.map(lookXml).join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
    '</styleSheet>',
  ].join('');
}
