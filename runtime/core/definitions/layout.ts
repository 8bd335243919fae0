/** Pages of blocks: the widths in a row, and the permissions that blocks require. */

/** Number of parts into which a row of a page is divided. */
export const ROW_PARTS = 24;

interface Block {
  as: string;
  width?: number;
  entity?: string;
  statistic?: string;
}

/** Returns the widths of the blocks in a row. Blocks without a width share the remaining parts. */
export function rowWidths(row: readonly Pick<Block, 'width'>[]): number[] {
  const open = row.filter(({ width }) => width === undefined).length;
  const used = row.reduce((sum, { width = 0 }) => sum + width, 0);
  const share = Math.floor((ROW_PARTS - used) / Math.max(1, open));
  return row.map(({ width }) => width ?? share);
}

/** Widens the visible blocks of a row so that they fill it. `row` contains the widths of all its blocks. */
export function fillRow(row: readonly number[], shown: readonly number[]): number[] {
  const all = row.reduce((sum, width) => sum + width, 0);
  const left = shown.reduce((sum, width) => sum + width, 0);
  return shown.map((width) => (width / left) * all);
}

/** Returns the permission that a block requires. Null for a text block. */
export function rightOfBlock(
  { as, entity, statistic }: Block,
  ofStatistic: (name: string) => string | undefined,
): string | null {
  if (as === 'text') return null;
  return `${entity ?? ofStatistic(statistic ?? '')}:${as === 'form' ? 'create' : 'list'}`;
}

/** Returns the permissions of a page. Any of them opens the page. Empty if the page has only texts. */
export function rightsOfLayout(
  { rows }: { rows: readonly (readonly Block[])[] },
  ofStatistic: (name: string) => string | undefined,
): string[] {
  const rights = rows.flat().flatMap((block) => rightOfBlock(block, ofStatistic) ?? []);
  return [...new Set(rights)];
}
