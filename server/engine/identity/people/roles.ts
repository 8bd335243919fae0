import type { Text } from '../../../../generated/definition.ts';
import { rights } from '../../../../generated/rights.ts';

export interface RoleSeed {
  key: string;
  title: Text;
  permissions: readonly string[];
}

/** Permissions of all users. They can restore what they deleted. */
const EVERYBODY = ['recycleBin:list'];

/** Permissions on records are the `rights` of the definitions. Only other permissions are listed here. */
const roleWith = (key: string, title: Text, more: readonly string[] = []): RoleSeed => ({
  key,
  title,
  permissions: [...(rights[key] ?? []), ...more, ...EVERYBODY],
});

/** The six user kinds (V101); a new tenant starts with them. */
export const ROLES: readonly RoleSeed[] = [
  { key: 'administrator', title: { zh: '管理员', en: 'Administrator' }, permissions: ['*'] },
  roleWith('sales', { zh: '销售', en: 'Sales' }, ['kanban:get']),
  roleWith('procurement', { zh: '采购', en: 'Procurement' }),
  roleWith('finance', { zh: '财务', en: 'Finance' }, ['kanban:get']),
  roleWith('engineering', { zh: '工程', en: 'Engineering' }, ['kanban:*', 'telemetry:*']),
  roleWith('operator', { zh: '站点运维', en: 'Site operator' }, ['kanban:get', 'kanban:update']),
];
