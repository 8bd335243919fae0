/**
 * The outbox of a device is sent over an unreliable network. Nothing is lost or sent twice, and users send
 * only their own messages.
 */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Inspection } from '../../../generated/types.ts';
import type { Message } from '../../../runtime/kit/outbox/message.ts';
import { openPage, signIn } from '../../support/browser/browser.ts';
import {
  awaitLine,
  bringBack,
  customerMessages,
  fillLine,
  moveMessage,
  readLine,
} from '../../support/browser/outboxPage.ts';
import type { Client } from '../../support/calls/client.ts';
import { makePerson, makeTenant, PASSWORD, type Person } from '../../support/people/people.ts';
import {
  fillItems,
  makeInspection,
  moveInspection,
  readInspection,
  uploadPicture,
} from '../../support/records/inspections.ts';
import { type CutProxy, cutProxy } from '../../support/server/cutProxy.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let proxy: CutProxy;
let boss: Client;
let people: Person[];
let tenant: number;

beforeAll(async () => {
  server = await sharedServer();
  proxy = await cutProxy(server.url);
  tenant = await makeTenant(server);
  people = await Promise.all([1, 2, 3, 4, 5].map(() => makePerson(server, [tenant], { permissions: ['*'] })));
  boss = await login(server, people[0]!.username, PASSWORD);
});
afterAll(async () => {
  await proxy?.close();
  await server?.stop();
});

const EXPECTED = [/Failed to load resource/, /ERR_EMPTY_RESPONSE/, /ERR_CONNECTION/];
const HOME = '/main/operation/inspection';

async function open(person: Person): Promise<Page> {
  const own = { ...server, url: proxy.url };
  const page = await openPage(own, { allow: EXPECTED });
  await signIn(page, own, { username: person.username, password: PASSWORD }, HOME);
  await awaitLine(page);
  return page;
}

const ownerOf = ({ userId }: Person) => `${userId}@${tenant}`;
const namesOf = (word: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${word} ${String(at).padStart(3, '0')}`);

async function makeFilled(client: Client): Promise<Inspection> {
  const { id } = await makeInspection(client);
  const photos = [await uploadPicture(client)];
  await fillItems(client, id, [{ value: 20 }, { result: 'normal', photos }, { result: 'normal' }]);
  return readInspection(client, id);
}

/** Reads the names of the customers that begin with this word, in the order of their creation. */
async function readMade(word: string): Promise<string[]> {
  const filter = JSON.stringify({ and: [{ field: 'name', op: 'startsWith', value: word }] });
  const { records } = await boss.call('getCustomerList', { query: { filter, size: 200, sort: 'id' } });
  return records.map(({ name }) => name!);
}

/** Returns a message that creates a customer with these values. */
function customerMessage(owner: string, mine: Record<string, unknown>): Message {
  const [message] = customerMessages(owner, [String(mine.name)]);
  return { ...message!, body: mine, mine };
}

const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { interval: 200 });

describe('the outbox of a device', () => {
  it('is sent despite 20 cuts, each message once and in order', async () => {
    const page = await open(people[0]!);
    const names = namesOf('Cut', 60);
    await fillLine(page, customerMessages(ownerOf(people[0]!), names));
    proxy.cut(20);
    await eventually(async () => {
      await bringBack(page);
      return (await readLine(page)).filter(({ state }) => state === 'sent').length;
    }).toBe(60);
    expect(proxy.left()).toBe(0);
    expect(await readMade('Cut')).toEqual(names);
  });

  it('is sent by one of two windows, each message once and in order', async () => {
    const page = await open(people[1]!);
    const second = await page.context().newPage();
    await second.goto(HOME);
    await awaitLine(second);
    const names = namesOf('Both', 40);
    await fillLine(page, customerMessages(ownerOf(people[1]!), names));
    await Promise.all([bringBack(page), bringBack(second)]);
    // Closes the window that began to send. The other window continues.
    await eventually(async () => (await readMade('Both')).length).toBeGreaterThan(2);
    await page.close();
    await eventually(async () => {
      await bringBack(second);
      return (await readLine(second)).filter(({ state }) => state === 'sent').length;
    }).toBe(40);
    expect(await readMade('Both')).toEqual(names);
  });

  it('of another person is counted, but neither shown nor sent', async () => {
    const page = await open(people[2]!);
    await fillLine(page, customerMessages(ownerOf(people[0]!), namesOf('Others', 3)));
    await bringBack(page);
    await page.reload();
    await page.getByRole('button', { name: 'Waiting to be sent: 0' }).click();
    await page.getByText('3 more entries of another account on this device').waitFor();
    expect(await page.getByText('Others 000').count()).toBe(0);
    expect(await readMade('Others')).toEqual([]);
    expect((await readLine(page)).map(({ state }) => state)).toEqual(['queued', 'queued', 'queued']);
  });

  it('continues with transitions of other records after a refusal, which stays until its person decides', async () => {
    const person = people[4]!;
    const client = await login(server, person.username, PASSWORD);
    const inspections = await Promise.all([1, 2, 3].map(() => makeFilled(client)));
    const moves = inspections.map(({ id, version }, at) =>
      moveMessage(ownerOf(person), { id, version, place: at + 1, name: 'finish' }),
    );
    await moveInspection(boss, inspections[0]!.id, 'miss');
    const page = await open(person);
    await fillLine(page, moves);
    await bringBack(page);
    const states = async () => (await readLine(page)).map(({ state }) => state);
    await eventually(states).toEqual(['conflict', 'sent', 'sent']);
    const read = () => Promise.all(inspections.map(({ id }) => readInspection(boss, id)));
    expect((await read()).map(({ state }) => state)).toEqual(['missed', 'done', 'done']);
  });

  it('opens the refused new record: it shows the reason at the field, and accepts a correction', async () => {
    const page = await open(people[3]!);
    const name = `Refused ${'x'.repeat(200)}`;
    // The form had a field at that time that the server has since removed.
    const message = customerMessage(ownerOf(people[3]!), { name, oldField: '2 bar' });
    await fillLine(page, [message]);
    await bringBack(page);
    await page.getByRole('button', { name: 'Waiting to be sent: 1' }).click();
    await page.getByText('Not accepted').waitFor();
    await page.getByText(/can have at most 100 characters/).waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = page.getByRole('dialog').filter({ hasText: 'New customer' });
    await form.getByText('are not sent: oldField: 2 bar').waitFor();
    const field = form.getByRole('textbox', { name: 'Name', exact: false }).first();
    expect(await field.inputValue()).toBe(name);
    await field.fill('Refused, then right');
    await form.getByRole('button', { name: 'Save' }).click();
    await eventually(() => readMade('Refused')).toEqual(['Refused, then right']);
    expect((await readLine(page)).map(({ state, title }) => [state, title])).toEqual([
      ['sent', 'Refused, then right'],
    ]);
  });
});
