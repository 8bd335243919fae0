/** Pages of blocks: the widths in a row, and the rights that the blocks require. */

/** A row of a page is divided into this many parts. */
export const ROW_PARTS = 24;

interface Block {
  as: string;
  width?: number;
  entity?: string;
  statistic?: string;
}

/** Returns the widths of the blocks of a row. Blocks without a width share what is left. */
export function rowWidths(row: readonly Pick<Block, 'width'>[]): number[] {
  const open = row.filter(({ width }) => width === undefined).length;
  const taken = row.reduce((sum, { width = 0 }) => sum + width, 0);
  const share = Math.floor((ROW_PARTS - taken) / Math.max(1, open));
  return row.map(({ width }) => width ?? share);
}

/**
 * Returns the widths of the blocks that are left in a row, so that they fill it again. `row` are the widths of all its
 * blocks.
 */
export function fillRow(row: readonly number[], shown: readonly number[]): number[] {
  const all = row.reduce((sum, width) => sum + width, 0);
  const left = shown.reduce((sum, width) => sum + width, 0);
  return shown.map((width) => (width / left) * all);
}

/** Returns the right that a block requires. Null for a text, which requires none. */
export function rightOfBlock(
  { as, entity, statistic }: Block,
  ofStatistic: (name: string) => string | undefined,
): string | null {
  if (as === 'text') return null;
  return `${entity ?? ofStatistic(statistic ?? '')}:${as === 'form' ? 'create' : 'list'}`;
}

/** Returns the rights of which any opens the page. None are listed if it has only texts, which are for everyone. */
export function rightsOfLayout(
  { rows }: { rows: readonly (readonly Block[])[] },
  ofStatistic: (name: string) => string | undefined,
): string[] {
  const rights = rows.flat().flatMap((block) => rightOfBlock(block, ofStatistic) ?? []);
  return [...new Set(rights)];
}
