/** Import mappings, which describe the columns of a CSV file. Checked against schemas/meta/import.schema.json. */

import { readFile } from 'node:fs/promises';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { isZone } from '../../../runtime/core/time/timeWindow.ts';
import { validationOf } from '../../platform/sharedValidator.ts';
import type { DataType, VariableKind } from '../../sites/telemetry/types.ts';
import type { Encoding } from './read/encoding.ts';
import { matchesName } from './read/names.ts';
import type { Stamp } from './read/stamps.ts';
import type { TimeFormat } from './read/times.ts';

export type Label = string | { zh: string; en: string };

export interface MappedColumn {
  column: string;
  /** Limits the column to the lines of one series. If missing, each series becomes a variable. */
  series?: string;
  code: string;
  name: Label;
  /** Another device of the same station that receives the values. */
  device?: string;
  unit?: string;
  kind?: VariableKind;
  dataType?: DataType;
  scale?: number;
  decimals?: number;
  energyRole?: string;
}

/** The format of a file. Missing parts are detected. */
export interface FileFormat {
  encoding?: Encoding;
  delimiter?: string;
  /** Lines of the file before the headings. */
  skipLines?: number;
  headingLines?: number;
  timeColumn?: string;
  clockColumn?: string;
  timeFormat?: TimeFormat;
  /** The zone of times without an offset. */
  zone?: string;
  /** Times are the start or the end of an interval of this length: `15min`, `1h`, `day`, `month`. */
  stamp?: Stamp;
  interval?: string;
  decimalComma?: boolean;
  emptyMarks?: string[];
  /** Columns that identify a series. */
  seriesColumns?: string[];
  /** A line contains a day, with a column for each interval. */
  dayPerRow?: boolean;
  /** The value that counts if there are several values of a variable at one time. */
  repeats?: 'first' | 'last';
}

export interface MappedFile extends FileFormat {
  match: string;
  source?: string;
  /** Series whose lines are left out. */
  seriesLeftOut?: string[];
  device: { sn: string; name: Label; type: string; model?: string; timeZone?: string };
  columns: MappedColumn[];
}

export interface MappedStation {
  sn: string;
  name: Label;
  address?: string;
  timeZone: string;
  latitude?: number;
  longitude?: number;
  initialTime?: string;
  /** The preset from which the station's board is created. */
  dashboard?: string;
}

export interface Mapping {
  name?: string;
  station?: MappedStation;
  files: MappedFile[];
}

export class MappingError extends Error {
  override name = 'MappingError';
}

const SCHEMA = new URL('../../../schemas/meta/import.schema.json', import.meta.url);

let schema: object | null = null;

async function checkSchema(value: unknown): Promise<void> {
  schema ??= JSON.parse(await readFile(SCHEMA, 'utf8')) as object;
  const [error] = validationOf(schema)(value);
  if (error) throw new MappingError(`${error.instancePath || '/'} ${error.message ?? 'is not valid'}`);
}

function checkZones({ station, files }: Mapping): void {
  const zones = [station?.timeZone, ...files.flatMap(({ zone, device }) => [zone, device.timeZone])];
  for (const zone of zones) {
    if (zone !== undefined && !isZone(zone)) throw new MappingError(`"${zone}" is not an IANA time zone`);
  }
}

/** Reads a mapping. Throws `MappingError` with a message for the user. */
export async function parseMapping(text: string): Promise<Mapping> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new MappingError(`it is not valid JSON: ${(error as Error).message}`);
  }
  await checkSchema(value);
  const mapping = value as Mapping;
  checkZones(mapping);
  return mapping;
}

export function mappingFile(mapping: Mapping, fileName: string): MappedFile | null {
  return mapping.files.find(({ match }) => matchesName(fileName, match)) ?? null;
}

export function labelText(label: Label, lang: Lang): string {
  return typeof label === 'string' ? label : pickText(label, lang);
}
