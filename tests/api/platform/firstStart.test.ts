import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printAccounts, seedPlatformAgain } from '../../support/calls/inside.ts';
import { deleteRows, readRows } from '../../support/calls/world.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ fresh: true });
});
afterAll(() => server?.stop());

/** Returns the accounts that another start would create and print. */
const start = (demo: boolean, adminPassword: string | null = null) =>
  seedPlatformAgain(server, { demo: demo ? 'en' : null, lang: 'en', adminPassword });
const names = (accounts: TestServer['accounts']) => accounts.map(({ username }) => username);

describe('the first start', () => {
  it('of an empty platform creates one tenant with its administrator', async () => {
    expect(names(server.accounts)).toEqual(['admin']);
    const admin = await login(server);
    expect(await admin.call('getPrincipal')).toMatchObject({
      admin: true,
      permissions: ['*'],
      roles: [{ code: 'administrator' }],
      tenants: [{ id: 1 }],
    });
  });

  it('stores no password in plain text', async () => {
    const rows = await readRows(server, 'user_account', ['password_hash']);
    expect(rows).toHaveLength(1);
    for (const { password_hash: hash } of rows) expect(hash).toMatch(/^\$argon2id\$/);
  });
});

describe('a later start', () => {
  it('changes nothing and prints no password', async () => {
    expect(await start(false, 'another password')).toMatchObject([{ username: 'admin', password: null }]);
    const admin = await login(server);
    expect((await admin.call('getPrincipal')).tenants).toHaveLength(1);
  });

  it('with the demo adds its tenants and people once, and prints a password', async () => {
    const accounts = await start(true);
    expect(names(accounts)).toEqual(['admin', 'operator', 'engineer', 'sales', 'north', 'observer']);
    const operator = await login(server, 'operator', accounts[1]!.password!);
    const principal = await operator.call('getPrincipal');
    expect(principal.tenants.map(({ id }) => id)).toEqual([2, 10]);
    expect(principal).toMatchObject({ admin: false, roles: [{ code: 'operator' }] });
    // If a start is interrupted before it prints the accounts, the next start prints them.
    expect(await start(true)).toEqual(accounts);
    const stored = await readRows(server, 'untold_password', ['password']);
    expect(stored.every(({ password }) => String(password).startsWith('sealed.'))).toBe(true);
    await printAccounts(server, accounts);
    expect((await start(true)).map(({ password }) => password)).toEqual([null, null, null, null, null, null]);
    expect(await readRows(server, 'untold_password', ['password'])).toEqual([]);
  });

  it('does not restore removed people', async () => {
    await deleteRows(server, 'user_account', { username: 'sales' });
    expect(names(await start(true))).not.toContain('sales');
  });
});
