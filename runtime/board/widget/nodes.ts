/** Variables of a configuration's list: only entries with a chosen variable count. */
export interface VariableNode {
  deviceVar?: string[];
  name?: string;
  timestamp?: number;
}
export type Chosen<N> = N & { deviceVar: [device: string, sn: string] };

export const chooseNodes = <N extends { deviceVar?: string[] }>(
  nodes: readonly N[] | undefined,
): Chosen<N>[] => (nodes ?? []).filter((node): node is Chosen<N> => node.deviceVar?.[1] !== undefined);

/** Each variable once, however often it was chosen. */
export const nodesSns = (nodes: readonly Chosen<{ deviceVar?: string[] }>[]): string[] => [
  ...new Set(nodes.map((node) => node.deviceVar[1])),
];

/** Identifies the entries of a list while they are drawn. */
export const nodeKey = (node: VariableNode, index: number): string => `${node.timestamp ?? ''}-${index}`;
