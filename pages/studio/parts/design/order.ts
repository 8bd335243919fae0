/** The order of names in a list that users order by dragging. */

export type Side = 'before' | 'behind';

/**
 * Returns the names with one of them moved beside another one. If the other one is missing, it moves to the
 * end.
 */
export function moveBeside<Name>(names: readonly Name[], name: Name, target: Name, side: Side): Name[] {
  if (name === target) return [...names];
  const others = names.filter((one) => one !== name);
  const at = others.indexOf(target);
  const place = at < 0 ? others.length : at + (side === 'behind' ? 1 : 0);
  return others.toSpliced(place, 0, name);
}
