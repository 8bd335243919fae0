import type { EntityDefinition, Field } from '../../../../generated/definition.ts';

/** Returns a kind of record with a name and the other fields of a test. */
export const orderWith = (properties: Record<string, Field>): EntityDefinition => ({
  name: 'order',
  title: { zh: '订单', en: 'Order' },
  label: 'name',
  schema: {
    type: 'object',
    properties: { name: { type: 'string', title: { zh: '名称', en: 'Name' } }, ...properties },
  },
  list: { columns: ['name'] },
  api: { base: '/manager/order' },
});
