/** A variable in a list of the configuration. Entries without a chosen variable are ignored. */
export interface VariableNode {
  deviceVar?: string[];
  name?: string;
  timestamp?: number;
}
export type Chosen<N> = N & { deviceVar: [device: string, sn: string] };

export const chooseNodes = <N extends { deviceVar?: string[] }>(
  nodes: readonly N[] | undefined,
): Chosen<N>[] => (nodes ?? []).filter((node): node is Chosen<N> => node.deviceVar?.[1] !== undefined);

/** Returns the distinct variables. */
export const nodesSns = (nodes: readonly Chosen<{ deviceVar?: string[] }>[]): string[] => [
  ...new Set(nodes.map((node) => node.deviceVar[1])),
];

/** Returns the React key of a list entry. */
export const nodeKey = (node: VariableNode, index: number): string => `${node.timestamp ?? ''}-${index}`;
