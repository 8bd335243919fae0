/** Variables of a configuration's list: only entries with a chosen variable count. */
export interface VariableNode {
  deviceVar?: string[];
  name?: string;
  timestamp?: number;
}
export type Chosen<N> = N & { deviceVar: [device: string, sn: string] };

export const nodesChosen = <N extends { deviceVar?: string[] }>(
  nodes: readonly N[] | undefined,
): Chosen<N>[] => (nodes ?? []).filter((node): node is Chosen<N> => node.deviceVar?.[1] !== undefined);

/** Each variable once, however often it was chosen. */
export const nodesSns = (nodes: readonly Chosen<{ deviceVar?: string[] }>[]): string[] => [
  ...new Set(nodes.map((node) => node.deviceVar[1])),
];

/** A colour for each entry, no two alike while the palette lasts: the first that chose one keeps it. */
export function nodesColors(nodes: readonly { color?: string }[], palette: readonly string[]): string[] {
  const same = (color: string): string => color.toLowerCase();
  const chosen = new Set(nodes.flatMap(({ color }) => (color ? [same(color)] : [])));
  const taken = new Set<string>();
  return nodes.map(({ color }, at) => {
    const free = palette.find((one) => !chosen.has(same(one)) && !taken.has(same(one)));
    const own = color && !taken.has(same(color)) ? color : (free ?? palette[at % palette.length]!);
    taken.add(same(own));
    return own;
  });
}

/** Tells the entries of a list apart while they are drawn. */
export const nodeKey = (node: VariableNode, at: number): string => `${node.timestamp ?? ''}-${at}`;
