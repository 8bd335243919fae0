/** A text of a formula with other variables in it (a copied station has its own). Pure; what is no formula stays. */
export function renameFormula(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(/\[((?:[^\]]|\]\])*)\]/g, (whole, inner: string) => {
    const name = names.get(inner.replaceAll(']]', ']').trim());
    return name === undefined ? whole : `[${name.replaceAll(']', ']]')}]`;
  });
}
