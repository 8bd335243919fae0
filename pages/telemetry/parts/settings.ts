/** Converts the user's settings to a mapping. Pure. */
import type { Data } from '../../../generated/calls.ts';

export type Inspection = Data<'telemetryImportInspect'>;
export type InspectedColumn = Inspection['columns'][number];
export type Job = Data<'telemetryImportStatus'>;

/** The user's settings about the format of a file, with the keys of a mapping. */
export interface Format {
  encoding?: Inspection['encoding'];
  delimiter?: string;
  skipLines?: number;
  headingLines?: number;
  timeColumn?: string;
  clockColumn?: string;
  timeFormat?: NonNullable<Inspection['timeFormat']>;
  zone?: string;
  stamp?: Inspection['stamp'];
  interval?: string;
  decimalComma?: boolean;
  emptyMarks?: string[];
  seriesColumns?: string[];
  dayPerRow?: boolean;
}

/** The value to use if a variable has several at the same time. */
export type Repeats = 'first' | 'last';

export const KINDS = ['gauge', 'counter', 'interval'] as const;

/** The mapping of a column, or of a series in it. */
export interface Choice {
  /** Identifies the row of the table. */
  key: string;
  /** Identifies the detected content of the column. After a change, the mapping is reset. */
  found: string;
  column: string;
  series: string | null;
  used: boolean;
  device: string | null;
  code: string;
  name: string;
  unit: string;
  /** Null until the user has chosen the kind of energy. */
  kind: InspectedColumn['kind'];
  dataType: InspectedColumn['dataType'];
  decimals: number;
}

export const keyOf = ({ column, series }: Pick<InspectedColumn, 'column' | 'series'>): string =>
  JSON.stringify([column, series]);

const CHOSEN: ReadonlySet<InspectedColumn['role']> = new Set(['value', 'none']);

export function chooseColumns(columns: readonly InspectedColumn[]): Choice[] {
  return columns
    .filter(({ role }) => CHOSEN.has(role))
    .map(({ role, heading: _heading, through: _through, examples: _examples, ...column }) => {
      const found = `${role} ${column.code}`;
      return { ...column, key: keyOf(column), found, used: role === 'value', device: null };
    });
}

/** Keeps the mapping of columns with unchanged content, and the common device. */
export function keepChoices(known: readonly Choice[], found: readonly Choice[]): Choice[] {
  const before = new Map(known.map((choice) => [choice.key, choice]));
  return found.map((choice) => {
    const own = before.get(choice.key);
    return own?.found === choice.found ? own : { ...choice, device: known[0]?.device ?? choice.device };
  });
}

/** Returns the key of a group. Files with equal columns belong to the same group. */
export const groupKey = ({ columns, headingLines }: Inspection): string =>
  JSON.stringify([headingLines > 0, columns.map(keyOf)]);

/** The reason against an import. Null if it is possible. */
export type Lack =
  | 'time'
  | 'timeUnclear'
  | 'numberUnclear'
  | 'daysUnclear'
  | 'interval'
  | 'device'
  | 'kind'
  | 'columns'
  | 'twice';

export function findLack(inspection: Inspection, choices: readonly Choice[]): Lack | null {
  const used = choices.filter((choice) => choice.used);
  if (inspection.timeUnclear) return 'timeUnclear';
  if (inspection.timeColumn === null || inspection.timeFormat === null) return 'time';
  if (inspection.numberUnclear) return 'numberUnclear';
  if (inspection.daysUnclear) return 'daysUnclear';
  if (inspection.stamp === 'end' && inspection.interval === null && !inspection.dayPerRow) return 'interval';
  if (used.length === 0) return 'columns';
  if (used.some(({ device, code }) => device === null || code === '')) return 'device';
  if (used.some(({ kind }) => kind === null)) return 'kind';
  const targets = new Set(used.map(({ device, code }) => `${device}/${code}`));
  return targets.size < used.length ? 'twice' : null;
}

/** Returns the energy columns without a chosen kind. */
export const listAsked = (choices: readonly Choice[]): Choice[] =>
  choices.filter(({ used, kind }) => used && kind === null);

function mapColumn(choice: Choice, device: string): object {
  const { column, series, device: own, code, name, unit, kind, dataType, decimals } = choice;
  const known = {
    ...{ column, code, name: name || code, dataType },
    ...(series !== null && { series }),
    ...(own !== device && { device: own }),
  };
  return dataType === 'number' ? { ...known, unit, kind, decimals } : known;
}

/** Returns the complete mapping, so that every file of the group is parsed as shown. */
export function makeMapping(
  inspection: Inspection,
  { format, choices, repeats }: { format: Format; choices: readonly Choice[]; repeats: Repeats | null },
): object {
  const { encoding, delimiter, timeColumn, clockColumn, timeFormat } = inspection;
  const { decimalComma, zone, stamp, interval, seriesColumns, dayPerRow } = inspection;
  const used = choices.filter((choice) => choice.used);
  const device = used[0]!.device!;
  const chosen = new Set(used.map(({ series }) => series));
  const leftOut = choices.flatMap(({ series }) => (series !== null && !chosen.has(series) ? [series] : []));
  return {
    files: [
      {
        ...{
          match: '*',
          encoding,
          delimiter,
          timeColumn,
          timeFormat,
          decimalComma,
          zone,
          stamp,
          seriesColumns,
        },
        // Files with equal columns may have different lines before their header.
        ...(format.skipLines !== undefined && { skipLines: format.skipLines }),
        ...(format.headingLines !== undefined && { headingLines: format.headingLines }),
        ...(clockColumn !== null && { clockColumn }),
        ...(stamp === 'end' && interval !== null && { interval }),
        ...(leftOut.length > 0 && { seriesLeftOut: [...new Set(leftOut)] }),
        ...(dayPerRow && { dayPerRow }),
        ...(format.emptyMarks && { emptyMarks: format.emptyMarks }),
        ...(repeats && { repeats }),
        device: { sn: device, name: device, type: 'other' },
        columns: used.map((choice) => mapColumn(choice, device)),
      },
    ],
  };
}
