/**
 * A reference defines which records may be chosen. A condition that can never be checked is refused, with the correct
 * form.
 */
import { describe, expect, it } from 'vitest';
import { RACK_FILE } from '../fixture.ts';
import { EXTRA, field, problemsOf, text } from '../rackWith.ts';

const ref = (where: object, more: object = {}) =>
  field({ type: 'integer', 'x-ref': 'batteryRack', 'x-refWhere': where, ...more });

const found = (value: unknown, path = EXTRA) =>
  problemsOf(path, value).map(({ pointer, message }) => [pointer, message] as const);

describe('the records that a reference may choose', () => {
  it('depend on fields beside it, on the record around its line, and on fixed values', () => {
    expect(found(ref({ level: 'level', cells: '12' }))).toEqual([]);
    expect(found(ref({ level: "['A', 'B']" }))).toEqual([]);
    expect(found(field({ type: 'array', items: ref({ name: 'name' }) }))).toEqual([]);
    const line = { type: 'object', properties: { rack: ref({ level: 'level' }) } };
    expect(found(field({ type: 'array', items: line }))).toEqual([]);
  });

  it.each<[string, unknown, string, RegExp]>([
    [
      'a field that the records do not have',
      ref({ lvel: "'A'" }),
      '/lvel',
      /is not a field of batteryRack: use "level"/,
    ],
    ['a field that nobody can compare', ref({ lines: "'A'" }), '/lines', /is not a field of batteryRack/],
    ['a field that is not there', ref({ level: 'lvel' }), '/level', /"lvel" is not a field.*use "level"/],
    ['a way that leads nowhere', ref({ level: 'rack.level' }), '/level', /"rack.level" is not a field/],
    [
      'a field of another type',
      ref({ level: 'cells' }),
      '/level',
      /"cells" is not a field.*use one of name, level/,
    ],
    ['its own value', ref({ cells: 'extra' }), '/cells', /"extra" is not a field/],
    ['a value of another type', ref({ cells: "'A'" }), '/cells', /is not of type integer/],
    [
      'a value that there is not',
      ref({ level: "'C'" }),
      '/level',
      /"C" is not a value of level: use one of A, B/,
    ],
    [
      'one of a list that there is not',
      ref({ level: "['A', 'C']" }),
      '/level',
      /"C" is not a value of level: use one of A, B/,
    ],
    ['a station of what has none', ref({ '@site': 'name' }), '/@site', /batteryRack has none/],
    ['no reference', field({ 'x-refWhere': { level: "'A'" } }), '', /has no effect.*"x-ref"/],
    ['a choice of the server', ref({ level: "'A'" }, { readOnly: true }), '', /has no effect/],
  ])('is refused with %s', (_, value, pointer, en) => {
    expect(found(value)).toEqual([[`${EXTRA}/x-refWhere${pointer}`, expect.stringMatching(en)]]);
  });

  it('depend on the station if a field refers to one', () => {
    const station = {
      file: 'schemas/entities/ems/station.json',
      value: {
        name: 'station',
        title: text,
        label: 'sn',
        schema: { type: 'object', properties: { sn: field({ maxLength: 20 }) } },
        list: { columns: ['sn'] },
        unique: [['sn']],
        api: { base: '/manager/station' },
      },
    };
    const meter = (where: object) => ({
      file: RACK_FILE,
      value: {
        name: 'batteryRack',
        title: text,
        label: 'name',
        schema: {
          type: 'object',
          properties: {
            name: field({ maxLength: 20 }),
            stationSn: field({ 'x-ref': 'station', 'x-refKey': 'sn' }),
            other: ref(where),
          },
        },
        list: { columns: ['name'] },
        api: { base: '/manager/batteryRack' },
      },
    });
    const problems = (where: object) =>
      problemsOf('', undefined, { entities: [meter(where), station] as object }).map(
        ({ message }) => message,
      );
    expect(problems({ '@site': 'stationSn' })).toEqual([]);
    expect(problems({ '@site': 'name' })).toEqual([expect.stringMatching(/use stationSn/)]);
    expect(problems({ '@site': "'SZ01'" })).toEqual([expect.stringMatching(/must read a field/)]);
  });

  it('name fields of the record behind its name', () => {
    expect(found(['name', 'lvel'], 'labelWith')).toEqual([
      ['/labelWith/1', expect.stringMatching(/"lvel" is not a field of batteryRack/)],
    ]);
  });
});
