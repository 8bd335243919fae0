/** Groups the devices of a station by channel. A silent channel raises one alarm for all its devices. */

export interface ChannelName {
  sn: string;
  name: string;
}

export interface ChannelGroup<D> {
  channel: ChannelName;
  devices: D[];
}

/** Minimum number of devices for a channel alarm. A single device raises its own alarm. */
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

/**
 * Returns the name of a channel as the source of an alarm. The sn of a device or station contains no space, so the
 * names differ.
 */
export const channelSource = (sn: string): string => `channel ${sn}`;
