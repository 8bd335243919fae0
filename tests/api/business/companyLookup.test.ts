/** Companies and addresses are looked up in external services before a customer is entered (S4). */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../../generated/operations.ts';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

const COMPANY = {
  ...{ name: '苏州澄湖电子有限公司', taxNumber: '91320594MA1X0C5K7F', address: '苏州市澄湖路 1 号' },
  ...{ phone: '0512-65550100', bank: '工商银行', account: '6222021000000001' },
};
const OTHER = { name: '无锡澄湖机械有限公司', taxNumber: '913202140000000000' };

let outside: Server;
let server: TestServer;
let boss: Client;
let colleague: Client;
/** The last requested address. */
let requestedUrl = '';

/** Simulates a company register and a map service. A query that contains "silence" gets no answer. */
function answer(url: string): unknown {
  requestedUrl = decodeURIComponent(url);
  if (requestedUrl.includes('静默')) return undefined;
  if (requestedUrl.startsWith('/maps'))
    return { status: 0, result: { location: { lng: 120.71, lat: 31.21 } } };
  return [COMPANY, OTHER, { name: '', taxNumber: '澄湖' }].filter(
    ({ name, taxNumber }) => requestedUrl.endsWith(taxNumber) || name.includes('澄湖'),
  );
}

beforeAll(async () => {
  outside = createServer((request, response) => {
    const found = answer(request.url ?? '');
    if (found !== undefined) response.end(JSON.stringify(found));
  });
  await new Promise<void>((done) => outside.listen(0, '127.0.0.1', done));
  const home = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  server = await startServer({
    env: {
      WATTDECK_REGISTER_URL: `${home}/companies/{text}`,
      WATTDECK_GEOCODER_URL: `${home}/maps/{address}`,
    },
  });
  const tenant = await makeTenant(server);
  const signed = async (permissions: string[]) =>
    login(server, (await makePerson(server, [tenant], { permissions })).username, PASSWORD);
  boss = await signed(['*']);
  colleague = await signed(['customer:create', 'customer:list@own']);
});
afterAll(async () => {
  await server?.stop();
  outside?.closeAllConnections();
  outside?.close();
});

describe('the register', () => {
  it("finds companies by name, and marks existing customers, the caller's and a colleague's", async () => {
    const find = (client: Client) => client.call('companiesNamed', { query: { name: '澄湖' } });
    expect((await find(boss)).map(({ known }) => known)).toEqual(['no', 'no']);
    // The lookup ignores the legal form of a company. A company with another name is identified by its tax number.
    await boss.call('customerCreate', { body: { name: '苏州澄湖电子（有限公司）' } });
    await boss.call('customerCreate', { body: { name: '锡澄机械', taxNumber: OTHER.taxNumber } });
    expect(await find(boss)).toEqual([
      { name: COMPANY.name, taxNumber: COMPANY.taxNumber, address: COMPANY.address, known: 'mine' },
      { ...OTHER, address: null, known: 'mine' },
    ]);
    expect((await find(colleague)).map(({ known }) => known)).toEqual(['other', 'other']);
  });

  it('fills in a company by its tax number or its full name', async () => {
    const info = (body: object) => ask(boss, 'companyInfo', { body });
    expect((await info({ taxNumber: COMPANY.taxNumber })).data).toEqual(COMPANY);
    expect((await info({ name: COMPANY.name })).data).toEqual(COMPANY);
    expect(await info({ name: '苏州没有公司' })).toMatchObject({ status: 404, code: 40495 });
    expect((await info({ taxNumber: '91320594MA1X0C' })).status).toBe(400);
    expect((await info({})).status).toBe(400);
  });

  it('times out, and the answer says to enter the data by hand', async () => {
    expect(await ask(boss, 'companiesNamed', { query: { name: '静默' } })).toMatchObject({
      ...{ status: 503, code: 50310 },
      msg: expect.stringContaining('Enter the data manually'),
    });
  });
});

describe('the coordinates of an address', () => {
  it('come from the service, with region and city', async () => {
    const query = { address: '江苏省苏州市吴中区澄湖路 1 号' };
    expect(await boss.call('addressPlace', { query })).toEqual({
      ...{ longitude: 120.71, latitude: 31.21, exact: true },
      ...{ region: '江苏省/苏州市', city: '苏州' },
    });
    expect(requestedUrl).toBe(`/maps/${query.address}`);
    const plain = await (await boss.request('geocoder', { query })).json();
    expect(plain).toEqual({ status: 0, result: { location: { lng: 120.71, lat: 31.21 }, precise: 1 } });
  });

  it("are the city's if the service does not answer", async () => {
    const place = await boss.call('addressPlace', { query: { address: '静默路 1 号，杭州' } });
    expect(place).toMatchObject({ city: '杭州', exact: false });
  });
});

describe('without a service', () => {
  let alone: TestServer;
  beforeAll(async () => {
    alone = await startServer();
  });
  afterAll(() => alone?.stop());

  it("no company is found, and an address has its city's coordinates or none", async () => {
    const admin = await login(alone);
    expect(await admin.call('companiesNamed', { query: { name: '澄湖' } })).toEqual([]);
    const place = (address: string) => admin.call('addressPlace', { query: { address } });
    expect(await place('苏州工业园区星湖街 1 号')).toMatchObject({ city: '苏州', exact: false });
    expect(await place('somewhere on the moon')).toBeNull();
    const plain = await (await admin.request('geocoder', { query: { address: '月球' } })).json();
    expect(plain).toEqual({ status: 1, result: null });
    // The map loads the cities before the user has signed in.
    const cities = await (await fetch(`${alone.url}${operations.cities.path}`)).json();
    expect(cities).toContainEqual(
      expect.objectContaining({
        name: '江苏省',
        cities: expect.arrayContaining([expect.objectContaining({ nameEn: 'Suzhou' })]),
      }),
    );
  });
});
