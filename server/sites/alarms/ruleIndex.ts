/** Finds rules, or objects related to rules, by the variables that the rules watch. */

/** By tenant, then by the variable's sn. */
export type RuleIndex<T> = Map<number, Map<string, T[]>>;

export function indexRule<T>(index: RuleIndex<T>, tenantId: number, sn: string, entry: T): void {
  const bySn = index.get(tenantId) ?? new Map<string, T[]>();
  index.set(tenantId, bySn);
  const entries = bySn.get(sn);
  if (entries) entries.push(entry);
  else bySn.set(sn, [entry]);
}
