/**
 * Replaces the variables in a formula, for a copied station with its own variables. Pure. An invalid formula remains
 * unchanged.
 */
export function renameFormula(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(/\[((?:[^\]]|\]\])*)\]/g, (whole, inner: string) => {
    const name = names.get(inner.replaceAll(']]', ']').trim());
    return name === undefined ? whole : `[${name.replaceAll(']', ']]')}]`;
  });
}
