import { describe, expect, it } from 'vitest';
import type { PageDefinition } from '../../../../generated/definition.ts';
import { hubGroups } from '../../../../runtime/shell/page/hub.ts';

const title = (en: string) => ({ zh: en, en });
const page = (route: string, more: Partial<PageDefinition> = {}): PageDefinition => ({
  name: route,
  route,
  title: title(route),
  kind: 'list',
  ...more,
});

describe('a hub', () => {
  const people = { group: title('People'), order: 2 };
  const pages = [
    page('/main/operation'),
    page('/main/operation/other'),
    page('/main/operation/role', { hub: { ...people, order: 3 }, permission: 'role:list' }),
    page('/main/operation/user', { hub: people }),
    page('/main/operation/user/:recordId'),
    page('/main/operation/old', { kind: 'redirect', to: '/main' }),
    page('/main/elsewhere'),
  ];

  it('shows the pages below its address by group and order, those without a group last', () => {
    const groups = hubGroups(pages, '/main/operation', { tenantId: 1, can: () => true });
    expect(groups.map(({ title, pages: members }) => [title?.en, members.map(({ route }) => route)])).toEqual(
      [
        ['People', ['/main/operation/user', '/main/operation/role']],
        [undefined, ['/main/operation/other']],
      ],
    );
  });

  it('shows only what the visitor may open', () => {
    const groups = hubGroups(pages, '/main/operation', { tenantId: 1, can: () => false });
    expect(groups.flatMap(({ pages: members }) => members.map(({ route }) => route))).not.toContain(
      '/main/operation/role',
    );
  });
});
