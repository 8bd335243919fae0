import type { Field } from '../../generated/definition.ts';

/** The fields that every record shows and that only the server writes. */
export const SERVER_FIELDS: Readonly<Record<string, Field>> = {
  id: { type: 'integer', title: { zh: '编号', en: 'Id' } },
  createdBy: { type: 'integer', title: { zh: '创建人', en: 'Created by' }, 'x-ref': 'user' },
  createdAt: { type: 'string', format: 'date-time', title: { zh: '创建时间', en: 'Created' } },
  updatedAt: { type: 'string', format: 'date-time', title: { zh: '更新时间', en: 'Updated' } },
};
