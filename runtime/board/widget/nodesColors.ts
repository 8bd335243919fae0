/** Gives each entry of a list a colour that people can tell from the others. */

const channels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Returns the distance between two colours, `#rrggbb`. */
const distance = (a: string, b: string): number =>
  Math.hypot(...channels(a).map((value, at) => value - channels(b)[at]!));

const farness = (color: string, others: readonly string[]): number =>
  Math.min(...others.map((one) => distance(color, one)));

/** Colours nearer than this look the same in a thin line. */
const NEAR = 60;

/**
 * A colour for each entry: the first that chose one keeps it, others get the first of the palette that lies far enough from
 * all that are taken or chosen, or else the one that lies farthest.
 */
export function nodesColors(nodes: readonly { color?: string }[], palette: readonly string[]): string[] {
  const chosen = nodes.flatMap(({ color }) => (color ? [color.toLowerCase()] : []));
  const taken: string[] = [];
  return nodes.map(({ color }) => {
    const own = color?.toLowerCase();
    const others = [...chosen, ...taken];
    const free =
      palette.find((one) => farness(one.toLowerCase(), others) > NEAR) ??
      palette.toSorted((a, b) => farness(b.toLowerCase(), others) - farness(a.toLowerCase(), others))[0];
    const shown = own && !taken.includes(own) ? own : (free ?? own ?? '');
    taken.push(shown.toLowerCase());
    return shown;
  });
}
