/** Tests how cells are read as values of a field, and the heading of each field. */
import { describe, expect, it } from 'vitest';
import type { EntityDefinition, Field } from '../../../../../generated/definition.ts';
import { entityOf } from '../../../../../runtime/core/definitions/entities.ts';
import { cellValue, readNumber, valueCell } from '../../../../../server/engine/excel/fieldCells.ts';
import type { ReadCell } from '../../../../../server/engine/excel/file/cell.ts';
import { headingOf, readHeadings } from '../../../../../server/engine/excel/headings.ts';

const CONTEXT = { lang: 'en', zone: 'Europe/Berlin' } as const;
const read = (field: Field, cell: ReadCell) => {
  const found = cellValue(field, cell, CONTEXT);
  return 'problem' in found ? `! ${found.problem.en}` : found.value;
};

describe('a cell', () => {
  it.each([
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['12,5', 12.5],
    ['1,234', 1234],
    ['¥ 1 234', 1234],
    ['－３', -3],
    ['12 kWh', 12],
    ['45%', 45],
    ['1e3', 1000],
    ['12 34x', null],
    ['', null],
  ])('%j is the figure %j', (text, figure) => {
    expect(readNumber(text, 'kWh')).toBe(figure);
  });

  it('is an amount with two decimals, without float noise', () => {
    const money: Field = { type: 'string', format: 'money' };
    expect(read(money, 0.1 + 0.2)).toBe('0.30');
    expect(read(money, '1,234.5')).toBe('1234.50');
    // The schema refuses it with the sentence of the form.
    expect(read(money, ' much ')).toBe('much');
  });

  it("is a date or a moment in the caller's zone", () => {
    const date: Field = { type: 'string', format: 'date' };
    const moment: Field = { type: 'string', format: 'date-time' };
    for (const cell of [
      { serial: 46_347.9 },
      '2026-11-21',
      '2026/11/21',
      '2026年11月21日',
      '2026-11-21 08:00',
    ])
      expect(read(date, cell)).toBe('2026-11-21');
    expect(read(date, '2026-02-30')).toMatch(/^!/);
    expect(read(date, '21/11/2026')).toMatch(/^!/);
    for (const cell of [{ serial: 46_347.5 }, '2026-11-21 12:00', '2026-11-21T11:00:00Z'])
      expect(read(moment, cell)).toBe('2026-11-21T11:00:00.000Z');
    expect(read(moment, '2026-03-29 02:30')).toBe('! The clock skipped this time');
    const shown = valueCell(moment, '2026-11-21T11:00:00.000Z', CONTEXT, String);
    expect(shown).toEqual({ value: 46_347.5, style: 'dateTime' });
    expect(read({ type: 'string', format: 'time' }, { serial: 0.5 })).toBe('12:00');
  });

  it('is a choice by value or by title, distinguished if titles are equal', () => {
    const options: Field = {
      type: 'string',
      'x-options': [
        { value: 'a', title: { zh: '甲', en: 'Other' } },
        { value: 'b', title: { zh: '乙', en: 'Other' } },
      ],
    };
    expect(['a', '乙', 'OTHER (b)', 'c'].map((cell) => read(options, cell))).toEqual([
      'a',
      'b',
      'b',
      '! Not one of the possible values',
    ]);
    expect(valueCell(options, 'b', CONTEXT, String)).toBe('Other (b)');
    expect(read({ type: 'array', items: options }, 'a、乙; Other (a)')).toEqual(['a', 'b', 'a']);
    expect(['是', 'no', true, 'maybe'].map((cell) => read({ type: 'boolean' }, cell))).toEqual([
      true,
      false,
      true,
      '! Must be yes or no',
    ]);
  });

  it('with a number that Excel has rounded is refused where a text is required', () => {
    expect(read({ type: 'string' }, 12)).toBe('12');
    expect(read({ type: 'string' }, 123_456_789_012_345_680)).toMatch(/rounded/);
    expect(read({ type: 'integer' }, { fault: '#REF!' })).toBe('! The formula has an error');
    expect(read({ type: 'string' }, { fault: '' })).toMatch(/^! The formula has no result/);
    expect(read({ type: 'string' }, ' 00731 \u00a0')).toBe('00731');
    expect(read({ type: 'integer' }, '00073')).toBe(73);
  });
});

describe('a heading', () => {
  const caller = {
    admin: true,
    userId: 1,
    permissions: new Set<string>(),
    departments: [],
    stations: [],
    fieldRules: new Map(),
  };
  const use = (entity: EntityDefinition, cells: ReadCell[], named = new Map<number, string>()) =>
    readHeadings(caller, entity, cells, named).map(({ field, use: how }) => `${field} ${how}`);

  it('is the field by its name or title in either language, with star or unit', () => {
    const device = entityOf('device');
    expect(headingOf(device, 'offlineAfter', 'en')).toBe('Offline after (s)');
    expect(
      use(device, [
        'sn',
        '设备名称 *',
        'device type',
        '离线判定（s）',
        'Token',
        'What',
        'Reason',
        'SN',
        null,
      ]),
    ).toEqual([
      'sn write',
      'name write',
      'type write',
      'offlineAfter write',
      'token ignored',
      'null unknown',
      'null reason',
      'sn twice',
    ]);
  });

  it('that was changed still belongs to the field of the template', () => {
    expect(use(entityOf('customer'), ['Firm', 'Whatever'], new Map([[0, 'name']]))).toEqual([
      'name write',
      'null unknown',
    ]);
  });
});
