import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../../generated/operations.ts';
import { ask, bearer } from '../../support/calls/ask.ts';
import { type Client, createClient } from '../../support/calls/client.ts';
import { changeRows, deleteRows, readRows } from '../../support/calls/world.ts';
import { makePerson, makeTenant, openTenant, PASSWORD } from '../../support/people/people.ts';
import {
  OIDC_CLIENT,
  startProvider,
  type TestProvider,
  walkThrough,
} from '../../support/server/oidcProvider.ts';
import { freePort } from '../../support/server/port.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

const CALLBACK = operations.oidcCallback.path;

describe("the company's identity provider", () => {
  const people = {
    linked: { email: 'linked@example.cn', email_verified: true },
    unverified: { email: 'linked@example.cn', email_verified: false },
    unknown: { email: 'nobody@example.cn', email_verified: true },
    successor: { email: 'linked@example.cn', email_verified: true },
    boss: { email: 'boss@example.cn', email_verified: true },
  };
  const HOME = 7001;
  const home = HOME;
  let chief: Client;
  let deptId: number;
  let provider: TestProvider;
  let company: TestServer;

  beforeAll(async () => {
    const port = await freePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    provider = await startProvider(() => publicUrl + CALLBACK, people);
    company = await startServer({
      env: {
        WATTDECK_PORT: String(port),
        WATTDECK_PUBLIC_URL: publicUrl,
        WATTDECK_OIDC_ISSUER: provider.issuer,
        WATTDECK_OIDC_CLIENT_ID: OIDC_CLIENT.id,
        WATTDECK_OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
        WATTDECK_OIDC_NAME: 'South Group',
        WATTDECK_OIDC_DOMAINS: `example.cn=${HOME}, north.cn=${HOME + 1}`,
      },
    });
    const tenant = { id: home, name: '南方', nameEn: 'South' };
    await openTenant(company, tenant);
    const { userId: chiefId, username } = await makePerson(company, [home], { role: 'administrator' });
    chief = await login(company, username, PASSWORD);
    deptId = (await chief.call('deptSave', { body: { name: 'Office', managerId: chiefId } })).id;
    const { userId } = await makePerson(company, [home]);
    await write(chief, userId, 'Linked@example.cn');
  });
  afterAll(async () => {
    await company?.stop();
    await provider?.stop();
  });

  /** Sets the address by which the provider's users find their account. */
  const write = async (as: Client, id: number, signInEmail: string | null) => {
    const { version } = await chief.call('userGet', { path: { id } });
    const body = { id, version, signInEmail, departments: [{ deptId }] };
    return as.call('userUpdateById', { body });
  };

  const back = (name: string, from = '/main/mine') =>
    walkThrough(
      `${company.url}/auth/oidc/login?from=${encodeURIComponent(from)}`,
      name,
      company.url + CALLBACK,
    );

  it('is offered by its name, and only if one is configured', async () => {
    expect(await createClient(company.url).call('signinOptions')).toEqual({ oidc: { name: 'South Group' } });
    const without = await startServer();
    const client = createClient(without.url);
    expect(await client.call('signinOptions')).toEqual({ oidc: null });
    expect((await client.request('oidcLogin')).status).toBe(404);
    await without.stop();
  });

  it('signs in a user by a verified address, and opens the requested page', async () => {
    for (let time = 0; time < 2; time++) {
      const response = await back('linked');
      expect(response.headers.get('location')).toBe('/main/mine');
      expect(response.headers.getSetCookie().join()).toMatch(/EMS-session=[^;]+;.*HttpOnly/);
    }
    const links = await readRows(company, 'oidc_identity', ['issuer', 'subject']);
    expect(links).toMatchObject([{ issuer: provider.issuer, subject: 'linked' }]);
  });

  it.each(['unverified', 'unknown'])('lets no user in who is %s', async (name) => {
    const response = await back(name);
    expect(response.headers.get('location')).toBe('/login?problem=unknown');
    expect(response.headers.getSetCookie().join()).not.toContain('EMS-session=');
  });

  it('does not open the account of a user whose address is not verified', async () => {
    const { username, userId } = await makePerson(company, [home], { permissions: ['user:*'] });
    const thief = await login(company, username, PASSWORD);
    await thief.call('updateInfoData', { body: { email: 'boss@example.cn' } });
    expect((await back('boss')).headers.get('location')).toBe('/login?problem=unknown');
    await write(chief, userId, null);
    await expect(write(thief, userId, 'boss@example.cn')).rejects.toMatchObject({ status: 409, code: 40923 });
  });

  it('is linked with an account only by a user who may edit that account, with a session', async () => {
    const clerk = await makePerson(company, [home], { permissions: ['user:*'] });
    const client = await login(company, clerk.username, PASSWORD);
    const above = await makePerson(company, [home], { permissions: ['station:list'] });
    await expect(write(client, above.userId, 'boss@example.cn')).rejects.toMatchObject({ status: 403 });
    const both = await makePerson(company, [home, await makeTenant(company)]);
    await expect(write(chief, both.userId, 'boss@example.cn')).rejects.toMatchObject({ status: 403 });
    const body = { name: 'A program', scopes: ['user:*'], days: 1 };
    const { key } = await client.call('apiKeyCreate', { body });
    const person = await makePerson(company, [home]);
    const { version } = await chief.call('userGet', { path: { id: person.userId } });
    const change = { id: person.userId, version, signInEmail: 'boss@example.cn', departments: [{ deptId }] };
    const byKey = await ask(createClient(company.url), 'userUpdateById', {
      body: change,
      headers: bearer(key),
    });
    expect(byKey).toMatchObject({ status: 403, code: 40312 });
    await write(client, person.userId, 'boss@example.cn');
    expect((await back('boss')).headers.get('location')).toBe('/main/mine');
    await write(client, person.userId, null);
    expect((await back('boss')).headers.get('location')).toBe('/login?problem=unknown');
  });

  it('does not open the account of the former owner of the address', async () => {
    expect((await back('linked')).headers.get('location')).toBe('/main/mine');
    const response = await back('successor');
    expect(response.headers.get('location')).toBe('/login?problem=unknown');
    expect(response.headers.getSetCookie().join()).not.toContain('EMS-session=');
  });

  it('is not affected by administrators of other tenants', async () => {
    await openTenant(company, { id: HOME + 1, name: '北方', nameEn: 'North' });
    const { userId, username } = await makePerson(company, [HOME + 1], { role: 'administrator' });
    const north = await login(company, username, PASSWORD);
    const dept = (await north.call('deptSave', { body: { name: 'Office', managerId: userId } })).id;
    const setEmail = async (as: Client, id: number, signInEmail: string) => {
      const { version } = await north.call('userGet', { path: { id } });
      const body = { id, version, signInEmail, departments: [{ deptId: dept }] };
      return ask(as, 'userUpdateById', { body });
    };
    const dummy = (await makePerson(company, [HOME + 1])).userId;
    for (const address of ['linked@example.cn', 'nobody@example.cn', 'somebody@elsewhere.cn'])
      expect(await setEmail(north, dummy, address), address).toMatchObject({
        status: 403,
        code: 40319,
        errors: [{ field: '/signInEmail' }],
      });
    expect((await setEmail(north, dummy, 'own@north.cn')).status).toBe(200);
    const { userId: second } = await makePerson(company, [HOME + 1]);
    expect(await setEmail(north, second, 'Own@north.cn')).toMatchObject({ status: 409, code: 40946 });
    await changeRows(company, 'user', { id: second }, { sign_in_email: 'linked@example.cn' });
    expect((await back('linked')).headers.get('location')).toBe('/main/mine');
    await deleteRows(company, 'oidc_identity');
    expect((await back('linked')).headers.get('location')).toBe('/main/mine');
  });

  it('accepts only the state that this server gave the browser, and redirects nowhere else', async () => {
    const forged = { state: 's', nonce: 'n', verifier: 'v', from: 'https://evil.example/' };
    const value = Buffer.from(JSON.stringify(forged)).toString('base64url');
    for (const cookie of [value, `${value}.${Buffer.from('x').toString('base64')}`]) {
      const response = await fetch(`${company.url}${CALLBACK}?code=c&state=s`, {
        redirect: 'manual',
        headers: { cookie: `EMS-oidc=${cookie}` },
      });
      expect(response.headers.get('location')).toBe('/login?problem=expired');
    }
  });

  it("does not open the address of another user's session", async () => {
    for (const from of ['//evil.example', 'https://evil.example', '/\\evil.example'])
      expect((await back('linked', from)).headers.get('location')).toBe('/');
  });

  it('rejects an answer that this browser did not request', async () => {
    const anywhere = createClient(company.url);
    const response = await anywhere.fetch(`${CALLBACK}?code=stolen&state=made-up`, {
      redirect: 'manual',
    });
    expect(response.headers.get('location')).toBe('/login?problem=expired');
    await anywhere.fetch('/auth/oidc/login', { redirect: 'manual' });
    const forged = await anywhere.fetch(`${CALLBACK}?code=stolen&state=made-up`, {
      redirect: 'manual',
    });
    expect(forged.headers.get('location')).toBe('/login?problem=refused');
  });
});
