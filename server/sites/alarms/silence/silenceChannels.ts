/** Groups the devices of a station by their channels. A silent channel raises one alarm for all of them. */

export interface ChannelName {
  sn: string;
  name: string;
}

export interface ChannelGroup<D> {
  channel: ChannelName;
  devices: D[];
}

/** Minimum number of devices of a channel with an alarm of its own. A single device raises its own. */
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

/** Returns the name of a channel among the sources of alarms. Numbers of devices and stations contain no blank. */
export const channelSource = (sn: string): string => `channel ${sn}`;
