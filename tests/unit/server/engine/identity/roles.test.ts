import { describe, expect, it } from 'vitest';
import { entities } from '../../../../../generated/entities.ts';
import { operations } from '../../../../../generated/operations.ts';
import { pages } from '../../../../../generated/pages.ts';
import { can } from '../../../../../runtime/core/access/permission.ts';
import { movesOf, transitionPermission } from '../../../../../runtime/core/rules/states.ts';
import { ROLES } from '../../../../../server/engine/identity/people/roles.ts';

/**
 * Permissions for transitions, for lines and for single fields need no call of their own. Lines are saved with their
 * record.
 */
const withoutCall = Object.values(entities).flatMap((entity) => [
  ...movesOf(entity).map((move) => transitionPermission(entity, move)),
  ...(entity.of?.in === 'form'
    ? ['create', 'update', 'delete'].map((action) => `${entity.name}:${action}`)
    : []),
  ...Object.values(entity.schema.properties ?? {}).flatMap(
    ({ 'x-permission': permission }) => permission ?? [],
  ),
]);

const known = new Set([
  ...withoutCall,
  ...[...Object.values(operations), ...pages].flatMap(({ permission }) =>
    // The permission of a call for every entity contains a placeholder.
    permission ? Object.keys(entities).map((name) => permission.replace('{entity}', name)) : [],
  ),
]);

/** The permissions that calls of single entities and pages require. */
const required = new Set([...Object.values(operations), ...pages].map(({ permission }) => permission));

describe('the roles of a new tenant', () => {
  it.each(ROLES.map(({ key, permissions }) => [key, permissions] as const))(
    '%s holds only permissions that open something',
    (_, permissions) => {
      const idle = permissions.filter((granted) => ![...known].some((key) => can(new Set([granted]), key)));
      expect(idle).toEqual([]);
    },
  );

  it.each(ROLES.map(({ key, permissions }) => [key, permissions] as const))(
    '%s opens every record that its lists show',
    (_, permissions) => {
      const may = (key: string): boolean => can(new Set(permissions), key);
      const listed = [...known].filter((key) => key.endsWith(':list') && may(key));
      const records = listed.map((key) => key.replace(/list$/, 'get')).filter((key) => required.has(key));
      expect(records.length).toBeGreaterThan(0);
      expect(records.filter((key) => !may(key))).toEqual([]);
    },
  );
});
