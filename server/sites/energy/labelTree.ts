/** Trees of labels and their sums. Pure. */
export interface Label {
  id: number;
  parentId: number | null;
  name: string;
  stationSn: string;
  energyTypeId: number;
  labelType: string;
  /** The sn of the meters to sum. */
  variables: string[];
}

export interface LabelNode extends Pick<Label, 'id' | 'name' | 'stationSn' | 'energyTypeId' | 'labelType'> {
  children: LabelNode[];
}

/** Returns the top labels: those whose parent is not in the list. */
export function labelRoots(labels: readonly Label[]): Label[] {
  const ids = new Set(labels.map(({ id }) => id));
  return labels.filter(({ parentId }) => parentId === null || !ids.has(parentId));
}

/**
 * Returns the shown labels without those below another shown label. Their values can be added up without counting
 * energy twice.
 */
export function labelTops(labels: readonly Label[], shown: readonly Label[]): Label[] {
  const parentOf = new Map(labels.map(({ id, parentId }) => [id, parentId]));
  const isShown = new Set(shown.map(({ id }) => id));
  const isPart = (id: number | null | undefined): boolean =>
    typeof id === 'number' && (isShown.has(id) || isPart(parentOf.get(id)));
  return shown.filter(({ parentId }) => !isPart(parentId));
}

/** Returns the parts of a whole: the top labels, or the children of a single top label. */
export function labelParts(labels: readonly Label[]): Label[] {
  let parts = labelRoots(labels);
  while (parts.length === 1) {
    const below = labelChildren(labels, parts[0]!.id);
    if (below.length === 0) break;
    parts = below;
  }
  return parts;
}

export const labelChildren = (labels: readonly Label[], id: number): Label[] =>
  labels.filter(({ parentId }) => parentId === id);

/** Returns labels with their depth, parents before children. */
export function walkLabels(labels: readonly Label[]): { label: Label; level: number }[] {
  const byParent = Map.groupBy(labels, ({ parentId }) => parentId);
  const below = (label: Label, level: number): { label: Label; level: number }[] => [
    { label, level },
    ...(byParent.get(label.id) ?? []).flatMap((child) => below(child, level + 1)),
  ];
  return labelRoots(labels).flatMap((root) => below(root, 0));
}

export function labelTrees(labels: readonly Label[]): LabelNode[] {
  const byParent = Map.groupBy(labels, ({ parentId }) => parentId);
  const nodeOf = ({ id, name, stationSn, energyTypeId, labelType }: Label): LabelNode => ({
    id,
    name,
    stationSn,
    energyTypeId,
    labelType,
    children: (byParent.get(id) ?? []).map(nodeOf),
  });
  return labelRoots(labels).map(nodeOf);
}

/** Returns the meters of a label, or else those of the labels below it. */
export function labelMeters(labels: readonly Label[], label: Label): string[] {
  if (label.variables.length > 0) return label.variables;
  return labelChildren(labels, label.id).flatMap((child) => labelMeters(labels, child));
}

type Values = readonly (number | null)[];

/** Adds the values of each position. A sum with an unknown value is unknown. */
function addValues(rows: readonly Values[], length: number): (number | null)[] {
  return Array.from({ length }, (_, index) => {
    const numbers = rows.flatMap((row) => row[index] ?? []);
    return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0);
  });
}

/** Sums up labels. A label with meters is the sum of its meters. A label without meters is the sum of its children. */
export function addLabels(
  labels: readonly Label[],
  counted: ReadonlyMap<string, Values>,
  length: number,
): Map<number, (number | null)[]> {
  const sums = new Map<number, (number | null)[]>();
  // Parents precede their children in the walk, so the reverse order computes children first.
  for (const { label } of walkLabels(labels).reverse()) {
    const rows =
      label.variables.length > 0
        ? label.variables.flatMap((sn) => [counted.get(sn) ?? []])
        : labelChildren(labels, label.id).map(({ id }) => sums.get(id) ?? []);
    sums.set(label.id, addValues(rows, length));
  }
  return sums;
}
