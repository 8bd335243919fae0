import type { Field } from '../../generated/definition.ts';
import type { Entity } from '../../runtime/core/definitions/entities.ts';

const COLUMNS = 30;

const kinds: Field[] = [
  { type: 'string', maxLength: 100 },
  {
    type: 'string',
    'x-options': [
      { value: 'open', title: { zh: '未处理', en: 'Open' }, color: 'critical' },
      { value: 'late', title: { zh: '超时', en: 'Late' }, color: 'minor' },
      { value: 'done', title: { zh: '已完成', en: 'Done' }, color: 'normal' },
    ],
  },
  { type: 'number', 'x-unit': 'kWh', 'x-decimals': 1 },
  { type: 'string', format: 'date-time' },
  { type: 'string', format: 'money' },
  { type: 'boolean' },
];

/** Makes an entity of 30 fields: texts, states, figures, times, money and switches in turn. */
export function makeEntity(): Entity {
  const names = Array.from({ length: COLUMNS }, (_, index) => `field${index}`);
  const properties = Object.fromEntries(
    names.map((name, index): [string, Field] => [
      name,
      { ...kinds[index % kinds.length]!, title: { zh: `字段 ${index}`, en: `Field ${index}` } },
    ]),
  );
  return {
    name: 'bench',
    title: { zh: '记录', en: 'Record' },
    label: 'field0',
    schema: { type: 'object', properties },
    pure: { type: 'object' },
    forms: {},
    list: { columns: names, filters: ['field1', 'field7', 'field13'], search: ['field0'] },
    api: { base: '/manager/bench' },
  };
}
