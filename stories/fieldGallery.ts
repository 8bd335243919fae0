/** A field for every kind of form control, so that each has stories even before a definition uses it. */
import type { Field } from '../generated/definition.ts';

const options: Field['x-options'] = [
  { value: 'line', title: { zh: '折线图', en: 'Line' } },
  { value: 'bar', title: { zh: '柱状图', en: 'Bar' } },
  { value: 'pie', title: { zh: '饼图', en: 'Pie' }, disabled: true },
];

const manyOptions: Field['x-options'] = ['meter', 'inverter', 'battery', 'pcs', 'weather'].map((value) => ({
  value,
  title: { zh: `设备 ${value}`, en: `Device ${value}` },
}));

const levels: Field['x-options'] = [
  { value: 'meter', title: { zh: '电表', en: 'Meter' } },
  { value: 'threePhase', title: { zh: '三相', en: 'Three-phase' }, parent: 'meter' },
  { value: 'inverter', title: { zh: '逆变器', en: 'Inverter' } },
];

const texts = { zh: '示例字段', en: 'Sample field' };
const help = { zh: '在这里说明填写什么。', en: 'Says what to enter here.' };

const field = (own: Partial<Field>): Field => ({ title: texts, description: help, ...own });

/** Fields by the name that the codegen gives the story file. */
export const fieldGallery = {
  text: field({ type: 'string', maxLength: 60 }),
  number: field({ type: 'number', minimum: 0, maximum: 5000, 'x-unit': 'kW' }),
  integer: field({ type: 'integer', minimum: 1, maximum: 100 }),
  boolean: field({ type: 'boolean' }),
  select: field({ type: 'string', 'x-options': manyOptions }),
  object: field({
    type: 'object',
    properties: {
      minimum: { type: 'number', title: { zh: '最小值', en: 'Minimum' } },
      maximum: { type: 'number', title: { zh: '最大值', en: 'Maximum' } },
    },
  }),
  array: field({
    type: 'array',
    items: {
      type: 'object',
      properties: {
        name: { type: 'string', title: { zh: '名称', en: 'Name' }, maxLength: 40 },
        color: { type: 'string', format: 'color', title: { zh: '颜色', en: 'Colour' } },
      },
    },
  }),
  dateRange: field({ type: 'array', maxItems: 2, items: { type: 'string', format: 'date' } }),
  date: field({ type: 'string', format: 'date' }),
  'date-time': field({ type: 'string', format: 'date-time' }),
  time: field({ type: 'string', format: 'time' }),
  email: field({ type: 'string', format: 'email' }),
  uri: field({ type: 'string', format: 'uri' }),
  uuid: field({ type: 'string', format: 'uuid' }),
  money: field({ type: 'string', format: 'money' }),
  color: field({ type: 'string', format: 'color' }),
  icon: field({ type: 'string', format: 'icon' }),
  phone: field({ type: 'string', format: 'phone' }),
  taxNumber: field({ type: 'string', format: 'taxNumber' }),
  lookup: field({
    type: 'string',
    maxLength: 100,
    'x-lookup': { call: 'companiesNamed', by: 'name', label: 'name', fill: { lookup: 'name' } },
  }),
  timezone: field({ type: 'string', format: 'timezone' }),
  html: field({ type: 'string', format: 'html', maxLength: 5000 }),
  image: field({ type: 'string', format: 'image' }),
  signature: field({ type: 'string', format: 'signature' }),
  code: field({ type: 'string', format: 'code', maxLength: 200 }),
  imageUrl: field({ type: 'string', maxLength: 1000, 'x-control': 'imageUrl' }),
  percent: field({ type: 'number', format: 'percent', minimum: 0, maximum: 100, 'x-unit': '%' }),
  duration: field({ type: 'integer', format: 'duration', minimum: 0, 'x-unit': 's' }),
  textarea: field({ type: 'string', maxLength: 500, 'x-control': 'textarea' }),
  deviceVariable: field({
    type: 'array',
    minItems: 2,
    maxItems: 2,
    items: { type: 'string', maxLength: 100 },
    'x-control': 'deviceVariable',
  }),
  password: field({ type: 'string', minLength: 6, maxLength: 100, 'x-control': 'password' }),
  multiSelect: field({
    type: 'array',
    uniqueItems: true,
    items: { type: 'string', 'x-options': manyOptions },
    'x-control': 'multiSelect',
  }),
  segmented: field({ type: 'string', 'x-options': options, default: 'line', 'x-control': 'segmented' }),
  ref: field({ type: 'integer', 'x-ref': 'customer' }),
  file: field({ type: 'string', format: 'file' }),
  cron: field({ type: 'string', format: 'cron', maxLength: 100 }),
  rrule: field({ type: 'string', format: 'rrule' }),
  rating: field({ type: 'integer', format: 'rating' }),
  year: field({ type: 'integer', format: 'year', minimum: 1990, maximum: 2200 }),
  identifier: field({ type: 'integer', format: 'identifier', minimum: 1, maximum: 65_535 }),
  address: field({ type: 'object', format: 'address' }),
  words: field({ type: 'object', format: 'words' }),
  formula: field({ type: 'string', maxLength: 1000, 'x-control': 'formula' }),
  richText: field({ type: 'string', format: 'html', maxLength: 5000 }),
  json: field({ type: 'object', 'x-control': 'json' }),
  map: field({
    type: 'array',
    minItems: 2,
    maxItems: 2,
    items: { type: 'number' },
    'x-control': 'map',
  }),
  files: field({ type: 'array', maxItems: 5, items: { type: 'string', format: 'file' } }),
  tree: field({ type: 'integer', 'x-ref': 'customer', 'x-control': 'tree' }),
  cascader: field({ type: 'string', 'x-options': levels, 'x-control': 'cascader' }),
  table: field({
    type: 'array',
    'x-control': 'table',
    items: {
      type: 'object',
      title: { zh: '联系人', en: 'Contact' },
      properties: {
        name: { type: 'string', title: { zh: '姓名', en: 'Name' }, maxLength: 40 },
        phone: { type: 'string', format: 'phone', title: { zh: '电话', en: 'Phone' } },
        share: {
          type: 'number',
          format: 'percent',
          title: { zh: '占比', en: 'Share' },
          minimum: 0,
          maximum: 100,
        },
      },
      required: ['name'],
    },
  }),
  permissions: field({
    type: 'array',
    uniqueItems: true,
    items: { type: 'string', maxLength: 120 },
    'x-control': 'permissions',
  }),
  fieldRules: field({
    type: 'array',
    items: {
      type: 'object',
      properties: {
        field: { type: 'string', title: { zh: '字段', en: 'Field' }, maxLength: 120 },
        rule: { type: 'string', title: { zh: '规则', en: 'Rule' }, 'x-options': options },
      },
    },
    'x-control': 'fieldRules',
  }),
  region: field({ type: 'string', 'x-control': 'region', maxLength: 60 }),
  statistic: field({
    type: 'object',
    'x-control': 'statistic',
    properties: {
      statistic: { type: 'string', maxLength: 100 },
      by: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2 },
      figures: { type: 'array', items: { type: 'string' }, maxItems: 1 },
      filter: { type: 'string', maxLength: 4000 },
      compare: { type: 'string', maxLength: 10 },
      top: { type: 'integer', minimum: 1 },
    },
  }),
  records: field({
    type: 'object',
    'x-control': 'records',
    properties: {
      entity: { type: 'string', maxLength: 100 },
      columns: { type: 'array', items: { type: 'string' } },
      filter: { type: 'string', maxLength: 4000 },
      sort: { type: 'string', maxLength: 100 },
      size: { type: 'integer', minimum: 1 },
    },
  }),
  slider: field({ type: 'integer', minimum: 0, maximum: 100, 'x-control': 'slider' }),
} satisfies Record<string, Field>;

export type GalleryField = keyof typeof fieldGallery;
