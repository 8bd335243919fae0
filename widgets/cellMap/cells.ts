/** The cells of batteries as rows of a map. */
import type { Data } from '../../generated/calls.ts';
import type { CellMapConfig } from '../../generated/types.ts';
import { withList } from '../../runtime/board/energy/figures.ts';
import { callData, callNeed } from '../../runtime/board/widget/callNeed.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';

type Battery = Data<'batteryCells'>[number];
export type Cell = Battery['cells'][number];

/** Cells without a pack are shown in rows of this length. */
const ROW_LENGTH = 16;

export interface CellRow {
  /** The numbers of cluster and pack. Without packs, the numbers of the first and the last cell. */
  name: string;
  cells: Cell[];
}

export interface CellMap extends Pick<Battery, 'deviceSn' | 'deviceName' | 'unit' | 'decimals'> {
  rows: CellRow[];
  /** The lowest and highest of the cells with a current value. */
  lowest: Cell | null;
  highest: Cell | null;
  mean: number | null;
  count: number;
  silent: number;
}

export const cellNeeds = (_config: CellMapConfig, { stationSn }: WidgetContext): NeedSpec[] => [
  callNeed('batteryCells', { query: { stationSn } }),
];

/** Returns a cell's name from its numbers: 2-3-12. */
export const cellName = ({ cluster, pack, cell }: Cell): string =>
  [cluster, pack, cell].filter((part) => part !== null).join('-');

function rowsOf(cells: readonly Cell[]): CellRow[] {
  const packs = Map.groupBy(cells, ({ cluster, pack }) => `${cluster} ${pack}`);
  return [...packs.values()].flatMap((own) => {
    const { cluster, pack } = own[0]!;
    const head = [cluster, pack].filter((part) => part !== null).join('-');
    if (pack !== null) return [{ name: head, cells: own }];
    return Array.from({ length: Math.ceil(own.length / ROW_LENGTH) }, (_, at) => {
      const row = own.slice(at * ROW_LENGTH, (at + 1) * ROW_LENGTH);
      return { name: `${head && `${head}: `}${row[0]!.cell}–${row.at(-1)!.cell}`, cells: row };
    });
  });
}

const isReported = (cell: Cell): cell is Cell & { value: number } => cell.value !== null && !cell.stale;

function mapOf({ cells, deviceSn, deviceName, unit, decimals }: Battery): CellMap {
  const reported = cells.filter(isReported);
  const sorted = reported.toSorted((one, other) => one.value - other.value);
  const sum = reported.reduce((total, { value }) => total + value, 0);
  return {
    ...{ deviceSn, deviceName, unit, decimals, rows: rowsOf(cells) },
    ...{ lowest: sorted[0] ?? null, highest: sorted.at(-1) ?? null },
    mean: reported.length === 0 ? null : sum / reported.length,
    ...{ count: cells.length, silent: cells.length - reported.length },
  };
}

/** Returns null without an answer. */
export function readMaps(
  { quantity = 'voltage' }: CellMapConfig,
  result: NeedResult | undefined,
): CellMap[] | null {
  const batteries = callData('batteryCells', result);
  if (!Array.isArray(batteries)) return null;
  return batteries.filter((battery) => withList(battery, 'cells')?.quantity === quantity).map(mapOf);
}

/**
 * Returns the position of a cell's value in the range: 0 for the lowest cell, 1 for the highest. Null for a
 * cell without a current value.
 */
export function shareOfRange(cell: Cell, { lowest, highest }: CellMap): number | null {
  const [low, high] = [lowest?.value, highest?.value];
  if (!isReported(cell) || typeof low !== 'number' || typeof high !== 'number') return null;
  return high === low ? 1 / 2 : (cell.value - low) / (high - low);
}

const SAMPLE_PACKS = 4;
const SAMPLE_CELLS = 16;

export function sampleBatteries({ lang, now }: Pick<WidgetContext, 'lang' | 'now'>): Data<'batteryCells'> {
  const ts = new Date(now).toISOString();
  const cells = Array.from({ length: SAMPLE_PACKS * SAMPLE_CELLS }, (_, at): Cell => {
    const [pack, cell] = [Math.floor(at / SAMPLE_CELLS) + 1, (at % SAMPLE_CELLS) + 1];
    const weak = pack === 2 && cell === 11 ? 0.012 : 0;
    const value = 3.312 + 0.003 * Math.sin(at * 1.7) + 0.002 * Math.cos(at / 5) - weak;
    return { sn: `BAT-cellVoltage_${pack}_${cell}`, cluster: null, pack, cell, value, ts, stale: false };
  });
  const deviceName = textIn(lang)('1 号电池簇', 'Cluster 1');
  return [{ deviceSn: 'BAT', deviceName, quantity: 'voltage', unit: 'V', decimals: 3, cells }];
}
