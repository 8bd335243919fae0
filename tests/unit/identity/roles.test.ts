import { describe, expect, it } from 'vitest';
import { operations } from '../../../generated/operations.ts';
import { pages } from '../../../generated/pages.ts';
import { can } from '../../../runtime/core/permission.ts';
import { ROLES } from '../../../server/identity/roles.ts';

const known = new Set(
  [...Object.values(operations), ...pages].flatMap(({ permission }) => (permission ? [permission] : [])),
);

describe('the roles of a new tenant', () => {
  it.each(ROLES.map(({ key, permissions }) => [key, permissions] as const))(
    '%s holds only permissions that open something',
    (_, permissions) => {
      const idle = permissions.filter((held) => ![...known].some((key) => can(new Set([held]), key)));
      expect(idle).toEqual([]);
    },
  );
});
