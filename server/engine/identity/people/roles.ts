import type { Text } from '../../../../generated/definition.ts';
import { rights } from '../../../../generated/rights.ts';

export interface RoleSeed {
  key: string;
  title: Text;
  permissions: readonly string[];
}

/** Permissions of all users, who can restore records that they deleted. */
const EVERYBODY = ['recycleBin:list'];

/** Permissions on records are defined by the entities' `rights`. Only additional permissions are listed here. */
const roleWith = (key: string, title: Text, more: readonly string[] = []): RoleSeed => ({
  key,
  title,
  permissions: [...(rights[key] ?? []), ...more, ...EVERYBODY],
});

/** The six roles of a new tenant (V101). */
export const ROLES: readonly RoleSeed[] = [
  { key: 'administrator', title: { zh: '管理员', en: 'Administrator' }, permissions: ['*'] },
  roleWith('sales', { zh: '销售', en: 'Sales' }, ['kanban:get']),
  roleWith('procurement', { zh: '采购', en: 'Procurement' }),
  roleWith('finance', { zh: '财务', en: 'Finance' }, ['kanban:get']),
  roleWith('engineering', { zh: '工程', en: 'Engineering' }, ['kanban:*', 'telemetry:*']),
  roleWith('operator', { zh: '站点运维', en: 'Site operator' }, ['kanban:get', 'kanban:update']),
];
