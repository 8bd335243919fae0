import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../server/platform/config.ts';
import { parseModbusHosts } from '../../../../server/platform/modbusSetting.ts';
import { AddressRefused, findListed } from '../../../../server/platform/outboundAddress.ts';

const hosts = parseModbusHosts('10=192.168.1.0/24  10=plc.site.example 11=127.0.0.1')!;
const of = (tenantId: number) => hosts.get(tenantId) ?? [];
const answers =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address }));

describe('hosts of Modbus', () => {
  it('are listed by tenant', () => {
    expect([...hosts.keys()]).toEqual([10, 11]);
    expect(of(10)).toHaveLength(2);
    expect(parseModbusHosts('')).toEqual(new Map());
    for (const wrong of ['192.168.1.1', '10=', 'x=plc', '10=http://plc', '10=a/b', '10=10.0.0.0/33'])
      expect(parseModbusHosts(wrong), wrong).toBeNull();
    expect(() => loadConfig({ WATTDECK_MODBUS_HOSTS: 'plc' })).toThrow('10=192.168.1.0/24');
  });

  it('are contacted by a name or an address that is listed for this tenant', async () => {
    expect(await findListed('192.168.1.7', of(10))).toEqual({ address: '192.168.1.7', family: 4 });
    expect(await findListed('PLC.site.example', of(10), answers('10.9.8.7'))).toMatchObject({
      address: '10.9.8.7',
    });
    expect(await findListed('other.example', of(10), answers('192.168.1.9'))).toMatchObject({ family: 4 });
    expect(await findListed('localhost', of(11), answers('127.0.0.1'))).toMatchObject({
      address: '127.0.0.1',
    });
  });

  it('are refused otherwise, whatever their names resolve to', async () => {
    const refused: [string, number, string[]][] = [
      ['192.168.2.7', 10, []],
      ['192.168.1.7', 11, []],
      ['192.168.1.7', 12, []],
      ['8.8.8.8', 10, []],
      // A listed name must not resolve to this machine or to a cloud's metadata service.
      ['plc.site.example', 10, ['127.0.0.1']],
      ['plc.site.example', 10, ['169.254.169.254']],
      ['plc.site.example', 10, ['::ffff:127.0.0.1']],
      ['plc.site.example', 10, ['::7f00:1']],
      ['plc.site.example', 10, ['10.9.8.7', '::1']],
      ['other.example', 10, ['192.168.1.9', '192.168.2.9']],
    ];
    for (const [name, tenantId, addresses] of refused)
      await expect(
        findListed(name, of(tenantId), answers(...addresses)),
        `${name} ${addresses}`,
      ).rejects.toThrow(AddressRefused);
  });

  it('are not even looked up if none is listed', async () => {
    const never = () => Promise.reject(new Error('was asked'));
    await expect(findListed('plc.site.example', of(12), never)).rejects.toThrow(AddressRefused);
  });
});
