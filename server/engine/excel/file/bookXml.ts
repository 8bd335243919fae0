/** The XML parts of a workbook other than sheets: the list of sheets, and the paths of all parts. Pure. */
import type { SheetPlan } from './sheetXml.ts';
import { stylesXml } from './styles.ts';
import { encodeXml, XML_HEAD } from './xml.ts';

type Sheets = readonly Pick<SheetPlan, 'name' | 'hidden'>[];

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** `no` counts from 1. */
export const sheetPart = (no: number): string => `worksheets/sheet${no}`;

const relationXml = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;

const relationsXml = (relations: readonly string[]): string =>
  `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}</Relationships>`;

const overrideXml = (part: string, type: string): string =>
  `<Override PartName="/xl/${part}.xml" ContentType="${TYPE}.${type}+xml"/>`;

function workbookXml(sheets: Sheets, names: Readonly<Record<string, string>>): string {
  const list = sheets.map(
    ({ name, hidden }, index) =>
      `<sheet name="${encodeXml(name)}" sheetId="${index + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
  );
  const defined = Object.entries(names).map(
    ([name, place]) => `<definedName name="${encodeXml(name)}" hidden="1">${encodeXml(place)}</definedName>`,
  );
  const definedNames = defined.length > 0 ? `<definedNames>${defined.join('')}</definedNames>` : '';
  return `${XML_HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><bookViews><workbookView/></bookViews><sheets>${list.join('')}</sheets>${definedNames}</workbook>`;
}

function contentTypesXml(sheets: Sheets): string {
  const parts = [
    overrideXml('workbook', 'sheet.main'),
    overrideXml('styles', 'styles'),
    ...sheets.map((_, index) => overrideXml(sheetPart(index + 1), 'worksheet')),
  ];
  return `${XML_HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${parts.join('')}</Types>`;
}

/** Returns all parts except the sheets, by path in the file. `names` refer to cells: `Sheet!$A$1`. */
export function bookParts(sheets: Sheets, names: Readonly<Record<string, string>>): Record<string, string> {
  const ofSheets = sheets.map((_, index) =>
    relationXml(index + 1, 'worksheet', `${sheetPart(index + 1)}.xml`),
  );
  const ofStyles = relationXml(sheets.length + 1, 'styles', 'styles.xml');
  return {
    'xl/styles.xml': stylesXml(),
    'xl/workbook.xml': workbookXml(sheets, names),
    'xl/_rels/workbook.xml.rels': relationsXml([...ofSheets, ofStyles]),
    '_rels/.rels': relationsXml([relationXml(1, 'officeDocument', 'xl/workbook.xml')]),
    '[Content_Types].xml': contentTypesXml(sheets),
  };
}
