import type { EntityDefinition, Field } from '../../../../generated/definition.ts';

/** A kind of record with a name and whatever else a test needs. */
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
