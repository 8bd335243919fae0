import type { Text } from '../../../../generated/definition.ts';
import { rights } from '../../../../generated/rights.ts';
import { SEEDED_ROLES, type SeededRole } from '../../../../runtime/core/access/seededRoles.ts';

export interface RoleSeed {
  key: string;
  title: Text;
  permissions: readonly string[];
}

/** Permissions of all users, who can restore records that they deleted. */
const EVERYBODY = ['recycleBin:list'];

/** Permissions on records are defined by the entities' `rights`. Only additional permissions are listed here. */
const roleWith = (key: SeededRole, more: readonly string[] = []): RoleSeed => ({
  key,
  title: SEEDED_ROLES[key],
  permissions: [...(rights[key] ?? []), ...more, ...EVERYBODY],
});

/** The six roles of a new tenant (V101). */
export const ROLES: readonly RoleSeed[] = [
  { key: 'administrator', title: { zh: '管理员', en: 'Administrator' }, permissions: ['*'] },
  roleWith('sales', ['kanban:get']),
  roleWith('procurement'),
  roleWith('finance', ['kanban:get']),
  roleWith('engineering', ['kanban:*', 'telemetry:*']),
  roleWith('operator', ['kanban:get', 'kanban:update']),
];
