/** A mapping comes of the settings that a person has made for files. Pure. */
import type { Data } from '../../../generated/calls.ts';

export type Inspection = Data<'telemetryImportInspect'>;
export type InspectedColumn = Inspection['columns'][number];
export type Job = Data<'telemetryImportStatus'>;

/** The way in which a file is written, as far as somebody has said; the keys of a mapping. */
export interface Format {
  encoding?: Inspection['encoding'];
  delimiter?: string;
  header?: boolean;
  timeColumn?: string;
  clockColumn?: string;
  timeFormat?: NonNullable<Inspection['timeFormat']>;
  zone?: string;
  decimalComma?: boolean;
  emptyMarks?: string[];
}

/** Says what becomes of a column. */
export interface Choice {
  column: string;
  used: boolean;
  device: string | null;
  code: string;
  name: string;
  unit: string;
  kind: InspectedColumn['kind'];
  dataType: InspectedColumn['dataType'];
  decimals: number;
}

export function chooseColumns(columns: readonly InspectedColumn[]): Choice[] {
  return columns
    .filter(({ role }) => role !== 'time' && role !== 'clock')
    .map(({ column, role, code, name, unit, kind, dataType, decimals }) => {
      return { column, used: role === 'value', device: null, code, name, unit, kind, dataType, decimals };
    });
}

/** Choices of columns that are still there stay, and the device stays with all. */
export function keepChoices(known: readonly Choice[], found: readonly Choice[]): Choice[] {
  const before = new Map(known.map((choice) => [choice.column, choice]));
  return found.map(
    (choice) => before.get(choice.column) ?? { ...choice, device: known[0]?.device ?? choice.device },
  );
}

/** Files with the same columns are read in the same way. */
export const groupKey = ({ columns, header }: Inspection): string =>
  JSON.stringify([header, columns.map(({ column }) => column)]);

/** The reason why nothing can be imported yet; null: all is said. */
export type Lack = 'time' | 'timeUnclear' | 'numberUnclear' | 'device' | 'columns' | 'twice';

export function findLack(inspection: Inspection, choices: readonly Choice[]): Lack | null {
  const used = choices.filter((choice) => choice.used);
  if (inspection.timeUnclear) return 'timeUnclear';
  if (inspection.timeColumn === null || inspection.timeFormat === null) return 'time';
  if (inspection.numberUnclear) return 'numberUnclear';
  if (used.length === 0) return 'columns';
  if (used.some(({ device, code }) => device === null || code === '')) return 'device';
  const targets = new Set(used.map(({ device, code }) => `${device}/${code}`));
  return targets.size < used.length ? 'twice' : null;
}

/** Says all that was understood, so that every file of the group is read just as it is shown. */
export function makeMapping(inspection: Inspection, format: Format, choices: readonly Choice[]): object {
  const { encoding, delimiter, header, timeColumn, clockColumn, timeFormat, decimalComma, zone } = inspection;
  const used = choices.filter((choice) => choice.used);
  const device = used[0]?.device ?? '';
  return {
    files: [
      {
        match: '*',
        ...{ encoding, delimiter, header, timeColumn, timeFormat, decimalComma, zone },
        ...(clockColumn !== null && { clockColumn }),
        ...(format.emptyMarks && { emptyMarks: format.emptyMarks }),
        device: { sn: device, name: device, type: 'other' },
        columns: used.map(({ column, device: own, code, name, unit, kind, dataType, decimals }) => {
          const known = {
            column,
            code,
            name: name || code,
            dataType,
            ...(own !== device && { device: own }),
          };
          return dataType === 'number' ? { ...known, unit, kind, decimals } : known;
        }),
      },
    ],
  };
}
