/** Groups the devices of a site by the channels that their data comes by: a silent channel speaks for all of them. */

export interface ChannelName {
  sn: string;
  name: string;
}

export interface ChannelGroup<D> {
  channel: ChannelName;
  devices: D[];
}

/** A channel is told by the device itself where it carries no other one. */
const FEWEST = 2;

export function channelsOf<D extends { channel: ChannelName | null }>(
  devices: readonly D[],
): ChannelGroup<D>[] {
  const groups = Map.groupBy(devices, ({ channel }) => channel?.sn);
  return [...groups.values()].flatMap((group) => {
    const channel = group[0]?.channel;
    return channel && group.length >= FEWEST ? [{ channel, devices: group }] : [];
  });
}

/** Names a channel among the sources of alarms: no device and no station has a blank in its number. */
export const channelSource = (sn: string): string => `channel ${sn}`;
