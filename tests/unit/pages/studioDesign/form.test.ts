import { describe, expect, it } from 'vitest';
import type { EntityDefinition } from '../../../../generated/definition.ts';
import {
  addField,
  addLines,
  changeField,
  copyField,
  dropField,
  dropLines,
} from '../../../../pages/studio/parts/design/changes.ts';
import { type EntityDocument, fieldsOf } from '../../../../pages/studio/parts/design/entityDoc.ts';
import { PALETTE } from '../../../../pages/studio/parts/design/fields/fieldKinds.ts';
import { type FieldValues, readField } from '../../../../pages/studio/parts/design/fields/fields.ts';
import {
  addSection,
  placeField,
  removeSection,
  sectionsOf,
  stepField,
} from '../../../../pages/studio/parts/design/fields/layout.ts';
import { freeKey, initialsOf, keyOf } from '../../../../pages/studio/parts/design/keys.ts';
import {
  movePiece,
  periodOf,
  readPieces,
  writePieces,
} from '../../../../pages/studio/parts/design/numberPieces.ts';

const order: EntityDocument = {
  name: 'sparePartOrder',
  title: { zh: '备件订单', en: 'Spare part order' },
  label: 'name',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: { zh: '名称', en: 'Name' }, maxLength: 100 },
      remark: { type: 'string', title: { zh: '备注', en: 'Remark' }, maxLength: 100 },
    },
    required: ['name'],
  },
  list: { columns: ['name', 'remark'], sort: [{ field: 'remark', order: 'asc' }] },
  api: { base: '/manager/sparePartOrder' },
};
const spell = (text: string) => (text === '供应商' ? 'gongyingshang' : '');
const edit = (
  whole: EntityDocument,
  part: 'record' | number,
  name: string,
  values: Partial<FieldValues>,
  fixed = false,
) => {
  const entity = part === 'record' ? whole : whole.lines![part]!;
  return changeField(whole, part, name, { ...readField(entity, name), ...values }, { fixed, spell });
};
const names = (entity: EntityDefinition) => Object.keys(fieldsOf(entity));

describe('keys', () => {
  it('are made of titles, and unique', () => {
    expect([keyOf('Spare part order'), keyOf('2nd É-mail'), keyOf('供应商')]).toEqual([
      'sparePartOrder',
      'ndeMail',
      '',
    ]);
    expect([keyOf('Loan of a tool'), keyOf('Phase A')]).toEqual(['loanOfaTool', 'phaseA']);
    expect([freeKey('part', ['part', 'part2']), freeKey('version', [])]).toEqual(['part3', 'version2']);
    expect(initialsOf('sparePartOrder')).toBe('SPO');
  });

  it('follow the title of a new field everywhere, and are fixed once the table has them', () => {
    const renamed = edit(order, 'record', 'remark', { titleEn: 'Inner note' });
    expect(renamed.name).toBe('innerNote');
    expect(JSON.stringify(renamed.document)).not.toContain('"remark"');
    expect(renamed.document.list).toEqual({
      columns: ['name', 'innerNote'],
      sort: [{ field: 'innerNote', order: 'asc' }],
    });
    expect(edit(order, 'record', 'remark', { titleEn: 'Inner note' }, true).name).toBe('remark');
  });

  it('are in pinyin if the title is only Chinese; the English title follows', () => {
    const added = addField(order, 'record', 'text', null);
    const titled = edit(added.document, 'record', added.name, { titleZh: '供应商' });
    expect(titled.name).toBe('gongyingshang');
    expect(fieldsOf(titled.document).gongyingshang?.title).toEqual({ zh: '供应商', en: '供应商' });
    const english = edit(titled.document, 'record', titled.name, { titleEn: 'Supplier' });
    expect(english.name).toBe('supplier');
    expect(fieldsOf(english.document).supplier?.title).toEqual({ zh: '供应商', en: 'Supplier' });
  });

  it('are made of the title whatever the kind of the field is', () => {
    const named = PALETTE.map((kind) => {
      const added = addField(addLines(order), 'record', kind, null);
      return edit(added.document, 'record', added.name, { titleEn: 'Supply chain' }).name;
    });
    expect(new Set(named)).toEqual(new Set(['supplyChain']));
  });
});

describe('lines', () => {
  const started = addLines(order);
  const withQuantity = addField(started, 0, 'number', null).document;
  const withPrice = addField(withQuantity, 0, 'money', null).document;
  const withAmount = addField(withPrice, 0, 'formula', null).document;
  const whole = addField(withAmount, 'record', 'total', null).document;

  it('are a separate entity that refers to the record', () => {
    expect(started.lines).toMatchObject([
      {
        name: 'sparePartOrderLine',
        schema: { properties: { sparePartOrderId: { 'x-ref': 'sparePartOrder' } } },
        of: { field: 'sparePartOrderId', as: 'lines', in: 'form' },
      },
    ]);
  });

  it('multiply figures, and are added up as amounts', () => {
    expect(fieldsOf(whole.lines![0]!).formula).toMatchObject({
      format: 'money',
      'x-computed': { '*': [{ var: 'number' }, { var: 'money' }] },
    });
    expect(fieldsOf(whole).total).toMatchObject({
      format: 'money',
      'x-computed': { sum: [{ var: 'lines' }, 'formula'] },
    });
  });

  it('pass new names and types on to the record', () => {
    const renamed = edit(whole, 0, 'formula', { titleEn: 'Amount' }).document;
    expect(fieldsOf(renamed).total?.['x-computed']).toEqual({ sum: [{ var: 'lines' }, 'amount'] });
    const plain = edit(renamed, 0, 'money', { type: 'number' }).document;
    expect(fieldsOf(plain).total).toMatchObject({ type: 'number' });
    expect(fieldsOf(plain).total).not.toHaveProperty('format');
  });

  it('are removed together with their settings', () => {
    const left = dropLines(whole, 0);
    expect(left).not.toHaveProperty('lines');
    expect(names(left)).toEqual(['name', 'remark']);
    expect(names(dropField(whole, 'record', 'total'))).toEqual(['name', 'remark']);
  });
});

describe('sections', () => {
  const parted = addSection(order, { zh: '其他', en: 'Others' });

  it('begin with existing ones, and accept fields by drag and by key', () => {
    expect(sectionsOf(order)).toEqual([{ title: null, fields: ['name', 'remark'] }]);
    const moved = placeField(parted, 'remark', { section: 1 });
    expect(sectionsOf(moved).map(({ fields }) => fields)).toEqual([['name'], ['remark']]);
    expect(sectionsOf(stepField(parted, 'remark', 1))[1]?.fields).toEqual(['remark']);
    expect(sectionsOf(stepField(moved, 'remark', -1))[0]?.fields).toEqual(['name', 'remark']);
    const beside = placeField(moved, 'remark', { beside: 'name', side: 'before' });
    expect(sectionsOf(beside)[0]?.fields).toEqual(['remark', 'name']);
    expect(names(placeField(order, 'remark', { beside: 'name', side: 'before' }))).toEqual([
      'remark',
      'name',
    ]);
    expect(stepField(order, 'name', -1)).toBe(order);
  });

  it('leave their fields behind', () => {
    const moved = placeField(parted, 'remark', { section: 1 });
    expect(sectionsOf(removeSection(moved, 1))[0]?.fields).toEqual(['name', 'remark']);
    expect(removeSection(removeSection(moved, 1), 0).ui).toEqual({ sections: undefined });
  });
});

it('copies a field behind itself', () => {
  const { document, name } = copyField(order, 'record', 'name');
  expect(names(document)).toEqual(['name', name, 'remark']);
});

describe('the number of a record', () => {
  it('is composed of parts, and restarts with the time that it contains', () => {
    const pieces = readPieces('SPO-{yyyy}-{n:4}');
    expect(pieces.map(({ kind, text }) => [kind, text])).toEqual([
      ['text', 'SPO-'],
      ['yyyy', ''],
      ['text', '-'],
      ['n', '4'],
    ]);
    expect(writePieces(pieces)).toBe('SPO-{yyyy}-{n:4}');
    expect(writePieces(movePiece(pieces, 3, 0))).toBe('{n:4}SPO-{yyyy}-');
    expect(periodOf(pieces)).toEqual(['year']);
    expect(periodOf(readPieces('{yy}{MM}{n}'))).toEqual(['month']);
    expect(periodOf(readPieces('{MM}{n}'))).toBeUndefined();
  });
});
