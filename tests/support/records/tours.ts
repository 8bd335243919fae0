/** Tours with stops at hotels, whose start values are set automatically. A test applies them to a running platform. */
import type { Client } from '../calls/client.ts';
import { define } from '../calls/definitions.ts';
import { asker } from './orderLines.ts';

const text = (zh: string, en: string) => ({ zh, en });
const money = (en: string, more: object = {}) => ({
  ...{ type: 'string', format: 'money', title: text(en, en) },
  ...more,
});
const date = (en: string, more: object = {}) => ({
  ...{ type: 'string', format: 'date', title: text(en, en) },
  ...more,
});
const HOTEL = {
  name: 'tourHotel',
  api: { base: '/manager/tourHotel' },
  title: text('酒店', 'Hotel'),
  label: 'name',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', maxLength: 100, title: text('名称', 'Name') },
      price: money('Price'),
      grade: { type: 'string', maxLength: 20, title: text('等级', 'Grade') },
    },
  },
  list: { columns: ['name', 'price', 'grade'] },
};
const hotel = (en: string, more: object = {}) => ({
  ...{ type: 'integer', 'x-ref': 'tourHotel', title: text(en, en) },
  ...more,
});
const TOUR = {
  name: 'tour',
  api: { base: '/manager/tour' },
  title: text('行程', 'Tour'),
  label: 'name',
  schema: {
    type: 'object',
    required: ['name', 'due'],
    properties: {
      name: { type: 'string', maxLength: 100, title: text('名称', 'Name') },
      leaderId: { type: 'integer', title: text('负责人', 'Leader'), 'x-default': '$userId' },
      maker: {
        type: 'string',
        title: text('建立人', 'Maker'),
        readOnly: true,
        'x-default': '$userName',
      },
      day: date('Day', { 'x-default': '$today' }),
      due: date('Due', { 'x-default': 'dateAdd(day, 30)' }),
      rate: money('Rate', { default: '13.00' }),
      hotelId: hotel('Hotel', { 'x-copyInto': { night: 'price' } }),
      night: money('Night', { default: '1.00' }),
      spent: money('Spent', {
        readOnly: true,
        'x-rollup': { of: 'tourStop.tourId', do: 'sum', field: 'night' },
      }),
      both: money('Both', {
        readOnly: true,
        'x-computed': 'sum(stops.night) + spent',
      }),
      grade: {
        ...{ type: 'string', maxLength: 20, readOnly: true, title: text('等级', 'Grade') },
        ...{ 'x-copyFrom': 'hotelId.grade', 'x-snapshot': true },
      },
    },
  },
  list: { search: ['name'], columns: ['name', 'day', 'due', 'maker'] },
};
const STOP = {
  name: 'tourStop',
  api: { base: '/manager/tourStop' },
  title: text('站点', 'Stop'),
  label: 'place',
  of: { field: 'tourId', as: 'stops', in: 'form', order: 'position', delete: 'with' },
  schema: {
    type: 'object',
    required: ['tourId', 'place', 'rate'],
    properties: {
      tourId: { type: 'integer', 'x-ref': 'tour', title: text('行程', 'Tour') },
      position: { type: 'integer', title: text('序号', 'Place') },
      place: { type: 'string', maxLength: 100, title: text('地点', 'Place') },
      rate: money('Rate', { 'x-default': '$parent.rate' }),
      hotelId: hotel('Hotel', { 'x-copyInto': { night: 'price' } }),
      night: money('Night'),
      share: {
        ...money('Share'),
        ...{
          readOnly: true,
          'x-computed': 'allocate($parent.night, $parent.stops.night, $index)',
        },
      },
      twice: {
        ...money('Twice'),
        ...{ readOnly: true, 'x-computed': 'night * 2' },
      },
      grade: {
        ...{ type: 'string', maxLength: 20, readOnly: true, title: text('等级', 'Grade') },
        ...{ 'x-copyFrom': 'hotelId.grade', 'x-snapshot': true },
      },
    },
  },
  list: { columns: ['place', 'rate'] },
};

/** Applies the definitions, and creates three hotels. Returns their ids by name. */
export async function applyTours(admin: Client): Promise<Record<string, number>> {
  // Applies the tour before its stops, and only then adds their sum.
  const { spent: _, both: _both, ...properties } = TOUR.schema.properties;
  const bare = { ...TOUR, schema: { ...TOUR.schema, properties } };
  for (const document of [HOTEL, bare, STOP]) await define(admin, document);
  await define(admin, TOUR, false);
  const hotels: Record<string, number> = {};
  for (const body of [
    { name: 'Inn', price: '80.00', grade: 'B' },
    { name: 'Grand', price: '300.00', grade: 'A' },
    { name: 'Bare' },
  ])
    hotels[body.name] = (await asker(admin)<{ id: number }>('POST', HOTEL.api.base, body)).data.id;
  return hotels;
}
