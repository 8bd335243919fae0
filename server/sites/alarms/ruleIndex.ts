/** Finds rules, or objects for them, by the variables that they watch. */

/** By tenant, then by the number (sn) of the variable. */
export type RuleIndex<T> = Map<number, Map<string, T[]>>;

export function indexRule<T>(index: RuleIndex<T>, tenantId: number, sn: string, entry: T): void {
  const bySn = index.get(tenantId) ?? new Map<string, T[]>();
  index.set(tenantId, bySn);
  const entries = bySn.get(sn);
  if (entries) entries.push(entry);
  else bySn.set(sn, [entry]);
}
