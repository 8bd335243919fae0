/** Variables of a configuration's list. Only entries with a chosen variable count. */
export interface VariableNode {
  deviceVar?: string[];
  name?: string;
  timestamp?: number;
}
export type Chosen<N> = N & { deviceVar: [device: string, sn: string] };

export const chooseNodes = <N extends { deviceVar?: string[] }>(
  nodes: readonly N[] | undefined,
): Chosen<N>[] => (nodes ?? []).filter((node): node is Chosen<N> => node.deviceVar?.[1] !== undefined);

/** Returns each variable once, however often the user chose it. */
export const nodesSns = (nodes: readonly Chosen<{ deviceVar?: string[] }>[]): string[] => [
  ...new Set(nodes.map((node) => node.deviceVar[1])),
];

/** Returns a key that identifies an entry of a list while it is drawn. */
export const nodeKey = (node: VariableNode, index: number): string => `${node.timestamp ?? ''}-${index}`;
