import { describe, expect, it } from 'vitest';
import { bookParts } from '../../../../../server/engine/excel/file/bookXml.ts';
import { rowXml, sheetHead, sheetTail } from '../../../../../server/engine/excel/file/sheetXml.ts';

const plan = { name: 'A & B', columns: [{ width: 12 }, { width: 20 }] };

describe('the XML of a sheet', () => {
  it('gives each cell its address and writes no empty one', () => {
    const xml = rowXml(3, ['a', null, { value: 2, style: 'integer' }]);
    expect(xml.match(/r="[A-Z]+3"/g)).toEqual(['r="A3"', 'r="C3"']);
    expect(xml.startsWith('<row r="3">')).toBe(true);
  });

  it('selects the first sheet only', () => {
    expect(sheetHead(plan, true)).toContain('tabSelected="1"');
    expect(sheetHead(plan, false)).not.toContain('tabSelected');
  });

  it('filters from the header to the last row, and checks only on request', () => {
    expect(sheetTail(plan, 5, { filter: true })).toContain('<autoFilter ref="A1:B5"/>');
    expect(sheetTail(plan, 0, { filter: true })).toContain('ref="A1:B1"');
    expect(sheetTail(plan, 5)).toBe('</sheetData></worksheet>');
  });
});

describe('the parts around the sheets', () => {
  const parts = bookParts([plan, { name: 'Lists', hidden: true }], { _wd_name: "'A & B'!$A$1" });

  it('name every sheet, and its place', () => {
    expect(parts['xl/workbook.xml']).toContain('<sheet name="A &amp; B" sheetId="1" r:id="rId1"/>');
    expect(parts['xl/workbook.xml']).toContain(
      '<sheet name="Lists" sheetId="2" state="hidden" r:id="rId2"/>',
    );
    const targets = [
      ...(parts['xl/_rels/workbook.xml.rels'] ?? '').matchAll(/Id="(rId\d)".*?Target="(.*?)"/g),
    ];
    expect(targets.map(([, id, target]) => [id, target])).toEqual([
      ['rId1', 'worksheets/sheet1.xml'],
      ['rId2', 'worksheets/sheet2.xml'],
      ['rId3', 'styles.xml'],
    ]);
    for (const part of ['workbook', 'styles', 'worksheets/sheet1', 'worksheets/sheet2'])
      expect(parts['[Content_Types].xml']).toContain(`PartName="/xl/${part}.xml"`);
  });

  it('hide the names of places, and omit their list if there are none', () => {
    expect(parts['xl/workbook.xml']).toContain(
      `<definedName name="_wd_name" hidden="1">'A &amp; B'!$A$1</definedName>`,
    );
    expect(bookParts([plan], {})['xl/workbook.xml']).not.toContain('definedName');
  });
});
