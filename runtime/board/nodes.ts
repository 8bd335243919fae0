/** Variables of a configuration's list: only entries with a chosen variable count. */
export interface VariableNode {
  deviceVar?: string[];
  name?: string;
  timestamp?: number;
}
export type Chosen<N> = N & { deviceVar: [device: string, sn: string] };

export const nodes_chosen = <N extends { deviceVar?: string[] }>(
  nodes: readonly N[] | undefined,
): Chosen<N>[] => (nodes ?? []).filter((node): node is Chosen<N> => node.deviceVar?.[1] !== undefined);

/** Each variable once, however often it was chosen. */
export const nodes_sns = (nodes: readonly Chosen<{ deviceVar?: string[] }>[]): string[] => [
  ...new Set(nodes.map((node) => node.deviceVar[1])),
];

/** Tells the entries of a list apart while they are drawn. */
export const node_key = (node: VariableNode, at: number): string => `${node.timestamp ?? ''}-${at}`;
