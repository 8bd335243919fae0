import { expect, it } from 'vitest';
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import { stationColumn, withColumn, withoutColumn } from '../../../../runtime/list/screen/constantColumns.ts';

const entity = (columns: string[], more: object = {}) =>
  ({
    ...{ name: 'alarm', list: { columns } },
    schema: {
      required: ['stationSn'],
      properties: { info: {}, stationSn: { 'x-ref': 'station', 'x-refKey': 'sn' } },
    },
    ...more,
  }) as unknown as Entity;

it('the chosen station is shown once, above the list', () => {
  expect(stationColumn(entity(['info', 'stationSn']), 'S1')).toBe('stationSn');
  expect(stationColumn(entity(['info', 'stationSn']), null)).toBeNull();
});

it('a column remains if it links to the record, or distinguishes records without a station', () => {
  expect(stationColumn(entity(['stationSn', 'info']), 'S1')).toBeNull();
  const free = entity(['info', 'stationSn']);
  const schema = { ...free.schema, required: [] };
  expect(stationColumn({ ...free, schema }, 'S1')).toBeNull();
  expect(
    stationColumn(entity(['info'], { site: { field: 'deviceSn', of: 'device', key: 'sn' } }), 'S1'),
  ).toBeNull();
});

it('a reference to the station by another key is also the column', () => {
  const properties = { info: {}, stationId: { 'x-ref': 'station' } };
  const by = entity(['info', 'stationId'], { schema: { required: ['stationId'], properties } });
  expect(stationColumn(by, 'S1')).toBe('stationId');
});

it("the user's arrangement without the column keeps its place", () => {
  const layout = { shown: ['info', 'stationSn', 'level'], widths: {}, start: [], end: [] };
  const drawn = withoutColumn(layout, 'stationSn');
  expect(drawn.shown).toEqual(['info', 'level']);
  const wider = { ...drawn, widths: { level: 300 } };
  expect(withColumn(wider, layout, 'stationSn')).toEqual({ ...layout, widths: { level: 300 } });
  expect(withColumn(wider, drawn, 'stationSn')).toBe(wider);
});
