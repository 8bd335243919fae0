/** Chooses distinguishable colours for the entries of a list. */

const channels = (color: string): number[] =>
  [1, 3, 5].map((offset) => Number.parseInt(color.slice(offset, offset + 2), 16));

/**
 * Returns the distance between two colours of the form `#rrggbb`, in the space of their RGB channels (0 to
 * 255).
 */
const distance = (a: string, b: string): number =>
  Math.hypot(...channels(a).map((value, index) => value - channels(b)[index]!));

const farness = (color: string, others: readonly string[]): number =>
  Math.min(...others.map((other) => distance(color, other)));

/** Thin lines with a smaller colour distance look equal. */
const NEAR = 60;

/**
 * Returns a colour for each entry. The first entry with a given chosen colour keeps it. Others get the first palette
 * colour that differs enough, or otherwise the most different one.
 */
export function nodesColors(nodes: readonly { color?: string }[], palette: readonly string[]): string[] {
  const chosen = nodes.flatMap(({ color }) => (color ? [color.toLowerCase()] : []));
  const used: string[] = [];
  return nodes.map(({ color }) => {
    const chosenColor = color?.toLowerCase();
    const others = [...chosen, ...used];
    const free =
      palette.find((candidate) => farness(candidate.toLowerCase(), others) > NEAR) ??
      palette.toSorted((a, b) => farness(b.toLowerCase(), others) - farness(a.toLowerCase(), others))[0];
    const shown = chosenColor && !used.includes(chosenColor) ? chosenColor : (free ?? chosenColor ?? '');
    used.push(shown.toLowerCase());
    return shown;
  });
}
