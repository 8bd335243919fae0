/** Records that form a tree. */
export interface Tree<R> {
  roots: readonly R[];
  below: ReadonlyMap<number, readonly R[]>;
}

/**
 * Builds a tree in the order of the records. Records without their parent in the list are at the top. One record of
 * each cycle is at the top too, so that the tree contains every record.
 */
export function buildTree<R extends { id: number }>(
  records: readonly R[],
  readAbove: (record: R) => unknown,
): Tree<R> {
  const above = new Map(records.map((record) => [record.id, readAbove(record) as number]));
  const settled = new Set<number>();
  const tops = new Set<number>();
  for (const { id } of records) {
    const climbed = new Set<number>();
    let current = id;
    let top = id;
    while (above.has(current) && !settled.has(current) && !climbed.has(current)) {
      climbed.add(current);
      top = current;
      current = above.get(current)!;
    }
    if (climbed.has(current)) tops.add(current);
    else if (!above.has(current)) tops.add(top);
    for (const id of climbed) settled.add(id);
  }
  return {
    roots: records.filter(({ id }) => tops.has(id)),
    below: Map.groupBy(
      records.filter(({ id }) => !tops.has(id)),
      ({ id }) => above.get(id)!,
    ),
  };
}
