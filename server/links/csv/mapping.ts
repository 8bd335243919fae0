/** Import mappings: what the columns of a CSV file are. Checked against schemas/meta/import.schema.json. */
import { readFile } from 'node:fs/promises';
import { isZone } from '../../../runtime/core/timeWindow.ts';
import { createValidator, type Validation } from '../../../runtime/core/validation.ts';
import type { DataType, VariableKind } from '../../telemetry/types.ts';
import { unit_ofName } from '../../telemetry/unitOfName.ts';

export type Label = string | { zh: string; en: string };

export interface MappedColumn {
  column: string;
  code: string;
  name: Label;
  unit?: string;
  kind?: VariableKind;
  dataType?: DataType;
  scale?: number;
  decimals?: number;
  energyRole?: string;
}

export interface MappedFile {
  match: string;
  timeColumn: string;
  zone?: string;
  delimiter?: string;
  decimalComma?: boolean;
  source?: string;
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
  /** The preset that becomes its board. */
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

let check: Validation | null = null;

async function schema_check(value: unknown): Promise<void> {
  if (!check) {
    const validator = createValidator({ formats: { date: /^\d{4}-\d{2}-\d{2}$/ } });
    check = validator.compile(JSON.parse(await readFile(SCHEMA, 'utf8')) as object);
  }
  const [error] = check(value);
  if (error) throw new MappingError(`${error.instancePath || '/'} ${error.message ?? 'is not valid'}`);
}

function zones_check({ station, files }: Mapping): void {
  const zones = [station?.timeZone, ...files.flatMap(({ zone, device }) => [zone, device.timeZone])];
  for (const zone of zones) {
    if (zone !== undefined && !isZone(zone)) throw new MappingError(`"${zone}" is no IANA time zone`);
  }
}

/** Throws MappingError with a sentence. */
export async function mapping_parse(text: string): Promise<Mapping> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new MappingError(`it is no JSON: ${(error as Error).message}`);
  }
  await schema_check(value);
  const mapping = value as Mapping;
  zones_check(mapping);
  return mapping;
}

export function mapping_file(mapping: Mapping, fileName: string): MappedFile | null {
  return mapping.files.find(({ match }) => name_matches(fileName, match)) ?? null;
}

/** `*` stands for any characters; case does not matter. */
export function name_matches(name: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'i').test(name);
}

export function label_text(label: Label, lang: 'zh' | 'en'): string {
  return typeof label === 'string' ? label : label[lang];
}

const TIME_NAMES = ['timestamp', 'interval_start', 'time', 'datetime', 'date_time', 'ts', 'date'];

/** A mapping from nothing but a header: the time column by its name, units by the endings of the names. */
export function file_infer(fileName: string, header: readonly string[]): MappedFile | null {
  const lower = new Map(header.map((column) => [column.trim().toLowerCase(), column]));
  const timeColumn = TIME_NAMES.map((name) => lower.get(name)).find((column) => column !== undefined);
  if (timeColumn === undefined) return null;
  const base = fileName.replace(/\.csv$/i, '');
  const sn =
    base
      .replace(/[^A-Za-z0-9_.:-]+/g, '-')
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, 64) || 'recording';
  const columns = header
    .filter((column) => column !== timeColumn && column.trim() !== '' && !/^interval_end$/i.test(column))
    .map((column): MappedColumn => {
      const code = column.trim().slice(0, 80);
      return { column, code, name: code, ...unit_ofName(code) };
    });
  if (columns.length === 0) return null;
  return { match: fileName, timeColumn, device: { sn, name: base.slice(0, 100), type: 'other' }, columns };
}
