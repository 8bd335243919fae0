/** The connected devices. A message is sent over the device's own connection, or over that of its gateway. */
import type { Services } from '../../../engine/context.ts';
import { MAX_DEVICE_NAME, MAX_DEVICES_BEHIND } from './limits.ts';

export interface Message {
  topic: string;
  payload: string;
}

/** A signed-in connection. */
export interface Peer {
  tenantId: number;
  deviceSn: string;
  token: string;
  /** The names of the devices for which the gateway has sent messages over this connection. */
  behind: Set<string>;
  hears(topic: string): boolean;
  /** Returns false if the message is too large, or if too many messages wait for this connection. */
  send(message: Message): boolean;
}

/** `unsent`: the recipient is connected to this process, but could not accept the message. */
export type Reached = 'sent' | 'unsent' | 'nobody';

export interface Peers {
  add(peer: Peer): void;
  remove(peer: Peer): void;
  /** Remembers that messages to these devices go over the gateway, up to a maximum number of devices. */
  speaksFor(peer: Peer, names: readonly string[]): void;
  /** Sends only to connections with a subscription, because unexpected packets would confuse firmware. */
  reach(
    device: { tenantId: number; sn: string },
    own: Message,
    viaGateway: (name: string) => Message,
  ): Promise<Reached>;
}

export function createPeers({ telemetry }: Pick<Services, 'telemetry'>): Peers {
  const ofDevice = new Map<string, Set<Peer>>();
  const gateways = new Set<Peer>();
  const key = (tenantId: number, sn: string): string => `${tenantId}/${sn}`;

  /**
   * Returns the station of a connected device. Reads the device again, because its token may have been
   * renewed, or the device disabled, since it connected. Null in these cases.
   */
  async function stationOf(peer: Peer): Promise<string | null> {
    const entry = await telemetry.device.byToken(peer.token);
    const isSame = entry?.device.tenantId === peer.tenantId && entry.device.sn === peer.deviceSn;
    return isSame && entry.device.enabled ? entry.device.stationSn : null;
  }

  async function reachGateways(
    { tenantId, sn }: { tenantId: number; sn: string },
    viaGateway: (name: string) => Message,
  ): Promise<Reached> {
    const device = (await telemetry.device.byDeviceSn(tenantId, sn))?.device;
    if (!device?.enabled) return 'nobody';
    let reached: Reached = 'nobody';
    for (const peer of gateways) {
      const name = [device.sn, device.name].find((candidate) => peer.behind.has(candidate));
      if (peer.tenantId !== tenantId || name === undefined) continue;
      const message = viaGateway(name);
      if (!peer.hears(message.topic) || (await stationOf(peer)) !== device.stationSn) continue;
      reached = peer.send(message) ? 'sent' : 'unsent';
      if (reached === 'sent') break;
    }
    return reached;
  }

  return {
    add(peer) {
      const peerKey = key(peer.tenantId, peer.deviceSn);
      const peers = ofDevice.get(peerKey) ?? new Set();
      ofDevice.set(peerKey, peers.add(peer));
    },
    remove(peer) {
      const peerKey = key(peer.tenantId, peer.deviceSn);
      const peers = ofDevice.get(peerKey);
      peers?.delete(peer);
      if (peers?.size === 0) ofDevice.delete(peerKey);
      gateways.delete(peer);
    },
    speaksFor(peer, names) {
      for (const name of names)
        if (peer.behind.size < MAX_DEVICES_BEHIND && name.length <= MAX_DEVICE_NAME) peer.behind.add(name);
      if (peer.behind.size > 0) gateways.add(peer);
    },
    async reach(device, message, viaGateway) {
      let reached: Reached = 'nobody';
      for (const peer of ofDevice.get(key(device.tenantId, device.sn)) ?? []) {
        if (!peer.hears(message.topic) || (await stationOf(peer)) === null) continue;
        if (peer.send(message)) reached = 'sent';
        else if (reached === 'nobody') reached = 'unsent';
      }
      return reached === 'nobody' ? reachGateways(device, viaGateway) : reached;
    },
  };
}
