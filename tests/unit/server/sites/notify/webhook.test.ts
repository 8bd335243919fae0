import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../../server/platform/config.ts';
import {
  AddressRefused,
  findPlace,
  isAddressPublic,
  parsePlace,
} from '../../../../../server/platform/outboundAddress.ts';
import { postWebhook } from '../../../../../server/sites/notify/webhook.ts';

const allowed = (...texts: string[]) => texts.map((text) => parsePlace(text)!);

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

interface ReceivedRequest {
  headers: IncomingMessage['headers'];
  body: string;
}

/** Starts a receiver on this machine that answers with a status. */
async function listen(
  status: number,
  headers: Record<string, string> = {},
): Promise<{ port: number; heard: ReceivedRequest[] }> {
  const heard: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      heard.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      response.writeHead(status, headers).end('ignored');
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, heard };
}

describe('addresses', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00:ec2::254',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '::7f00:1',
    '::127.0.0.1',
    '::a9fe:a9fe',
    '::5',
    '64:ff9b:1::7f00:1',
    '100::1',
    '4000::1',
  ])('%s is not of the public internet', (address) => {
    expect(isAddressPublic(address)).toBe(false);
  });

  it.each(['93.184.216.34', '2606:2800:220:1::1'])('%s is', (address) => {
    expect(isAddressPublic(address)).toBe(true);
  });
});

describe('findPlace', () => {
  const found =
    (...addresses: string[]) =>
    async () =>
      addresses.map((address) => ({ address }));

  it('refuses a name when any of its addresses is private', async () => {
    const url = new URL('https://hooks.example/x');
    expect(await findPlace(url, [], found('93.184.216.34'))).toEqual({
      address: '93.184.216.34',
      family: 4,
    });
    await expect(findPlace(url, [], found('93.184.216.34', '10.0.0.1'))).rejects.toThrow(AddressRefused);
  });

  it('asks no server about an address, however it is written', async () => {
    const never = async () => {
      throw new Error('asked');
    };
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]'])
      await expect(findPlace(new URL(`http://${host}/`), [], never)).rejects.toThrow(AddressRefused);
  });

  it('accepts targets allowed by name, address or network', async () => {
    const url = new URL('http://Hooks.local/x');
    await expect(findPlace(url, allowed('10.2.0.0/16'), found('10.1.0.1'))).rejects.toThrow(AddressRefused);
    expect(await findPlace(url, allowed('10.1.0.0/16'), found('10.1.0.1'))).toMatchObject({
      address: '10.1.0.1',
    });
    expect(await findPlace(url, allowed('10.1.0.1'), found('10.1.0.1'))).toMatchObject({
      address: '10.1.0.1',
    });
    expect(await findPlace(url, allowed('hooks.local'), found('fd00::1'))).toEqual({
      address: 'fd00::1',
      family: 6,
    });
  });
});

describe('postWebhook', () => {
  const call = (port: number, host = '127.0.0.1') => ({
    url: `http://${host}:${port}/hook?x=1`,
    secret: 'secret',
    id: 'wattdeck-1-2',
    body: '{"event":"test"}',
  });

  it('refuses this machine without the setting', async () => {
    const { port, heard } = await listen(200);
    await expect(postWebhook(call(port), [])).rejects.toThrow('private network');
    await expect(postWebhook(call(port, 'localhost'), [])).rejects.toThrow('private network');
    expect(heard).toEqual([]);
  });

  it('signs what it sends', async () => {
    const { port, heard } = await listen(204);
    await postWebhook(call(port), allowed('127.0.0.1'));
    const [{ headers, body }] = heard as [ReceivedRequest];
    expect(body).toBe('{"event":"test"}');
    const signed = createHmac('sha256', 'secret')
      .update(`${headers['x-wattdeck-timestamp']}.${body}`)
      .digest('hex');
    expect(headers['x-wattdeck-signature']).toBe(`sha256=${signed}`);
    expect(headers['x-wattdeck-delivery']).toBe('wattdeck-1-2');
  });

  it('follows no redirect and treats no refusal as a success', async () => {
    const secret = await listen(200);
    const first = await listen(302, { location: `http://127.0.0.1:${secret.port}/` });
    await expect(postWebhook(call(first.port), allowed('127.0.0.1'))).rejects.toThrow('302');
    expect(secret.heard).toEqual([]);
    const broken = await listen(500);
    await expect(postWebhook(call(broken.port), allowed('127.0.0.1'))).rejects.toThrow('500');
  });
});

describe('the settings', () => {
  it('name a mail server with its sender, and what webhooks may reach', () => {
    const config = loadConfig({
      WATTDECK_SMTP_URL: 'smtps://me:pa%40ss@mail.example:465',
      WATTDECK_MAIL_FROM: 'Wattdeck <alarms@example.com>',
      WATTDECK_WEBHOOK_ALLOW: 'hooks.local, 10.0.0.0/8',
    });
    expect(config.mail).toEqual({
      url: 'smtps://me:pa%40ss@mail.example:465',
      from: 'Wattdeck <alarms@example.com>',
    });
    expect(config.webhookAllow).toHaveLength(2);
    expect(loadConfig({})).toMatchObject({ mail: null, webhookAllow: [], publicUrl: null });
  });

  it('stop the start when they are invalid, without repeating a password', () => {
    const url = 'smtp://me:secret@mail.example';
    expect(() => loadConfig({ WATTDECK_SMTP_URL: url })).toThrow(/WATTDECK_MAIL_FROM/);
    expect(() => loadConfig({ WATTDECK_SMTP_URL: 'http://me:secret@x' })).toThrow(/^(?!.*secret)/);
    expect(() => loadConfig({ WATTDECK_WEBHOOK_ALLOW: '10.0.0.0/40' })).toThrow(/WATTDECK_WEBHOOK_ALLOW/);
  });
});
