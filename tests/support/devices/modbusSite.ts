/** A station whose devices are read by Modbus, with a channel to a test device and a model with its registers. */
import type { Channel, Device, DeviceModelRegister } from '../../../generated/types.ts';
import type { Client } from '../calls/client.ts';

export type RegisterBody = Pick<DeviceModelRegister, 'code' | 'name'> &
  Partial<Omit<DeviceModelRegister, 'id' | 'modelId'>>;

/** Returns a holding register of 16 bits, unless `more` changes that. */
export const holding = (code: string, address: number, more: Partial<RegisterBody> = {}): RegisterBody => ({
  ...{ code, name: code, area: 'holding', address, encoding: 'u16', ...more },
});

export const makeModel = (client: Client, name: string, registers: readonly RegisterBody[]) =>
  client.call('deviceModelCreate', {
    body: { name, type: 'meter', protocol: 'modbus', registers: [...registers] },
  });

/** Creates a channel that reads every second. */
export const makeChannel = (
  client: Client,
  sn: string,
  port: number,
  more: Partial<Channel> = {},
): Promise<Channel> =>
  client.call('channelCreate', {
    body: { sn, name: sn, protocol: 'modbus', host: '127.0.0.1', port, period: 1, ...more },
  });

export const makeUnit = (
  client: Client,
  sn: string,
  more: Pick<Device, 'stationSn' | 'modelId' | 'channelSn' | 'modbusUnit'>,
): Promise<Device> => client.call('deviceCreate', { body: { sn, name: sn, type: 'meter', ...more } });
