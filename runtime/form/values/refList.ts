/** Loads selectable records from the list of their entity, with distinguishable names. */
import type { EntityDefinition } from '../../../generated/definition.ts';
import type { OperationId } from '../../../generated/operations.ts';
import { dictionaries } from '../../core/definitions/dictionaries.ts';
import { entityRegistry } from '../../core/definitions/entities.ts';
import { entityOperation } from '../../core/definitions/operations.ts';
import { type CallInput, call } from '../../kit/api/client.ts';
import { currentLang } from '../../kit/i18n/lang.ts';
import { pricedField } from './currency.ts';
import { recordName } from './recordName.ts';
import { findNames } from './refNames.ts';
import { type RefTarget, refTarget } from './refTarget.ts';
import { valueText } from './valueText.ts';

export interface RefOption {
  value: string | number;
  label: string;
}

type Listed = Readonly<Record<string, unknown>>;

interface RecordPage {
  records: Record<string, unknown>[];
  /** The cursor of the next page. Null at the end. */
  next?: string | null;
}

/** Page size. */
const MAX_NAMES = 50;

/** Returns the list call of an entity by name. Its record type is unknown at compile time. */
export function listCall(
  entity: string,
  query: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<RecordPage> {
  const operation = entityOperation(entity, 'list');
  if (!operation) return Promise.resolve({ records: [] });
  const input = { query } as CallInput<OperationId>;
  return call(operation, input, { quiet: true, signal }) as Promise<RecordPage>;
}

export function refOption({ entity, key }: RefTarget, record: Listed): RefOption {
  const target = entityRegistry.get(entity);
  const name = target && recordName(target, record);
  return { value: record[key] as string | number, label: name ?? String(record[key]) };
}

/** Loads the names of these records, and passes the records to `seen`. */
export function readNames(
  target: RefTarget,
  keys: readonly (string | number)[],
  signal: AbortSignal,
  seen: (records: readonly Listed[]) => void = () => undefined,
): Promise<[string | number, string][]> {
  return findNames({ ...target, keys }, async (filter) => {
    const page = await listCall(target.entity, { filter, current: 1, size: MAX_NAMES }, signal);
    seen(page.records);
    return page;
  });
}

/** Returns the text of one field for each record, shown behind the name. */
async function describeField(
  entity: EntityDefinition,
  name: string,
  records: readonly Listed[],
  signal: AbortSignal,
): Promise<string[]> {
  const field = entity.schema.properties?.[name] ?? {};
  const target = refTarget(field);
  const values = records.map((record) => record[name] as string | number | null | undefined);
  const present = values.flatMap((value) =>
    value === null || value === undefined || value === '' ? [] : [value],
  );
  const names = target && new Map(await readNames(target, [...new Set(present)], signal));
  return records.map((record, index) => {
    const value = values[index];
    if (value === null || value === undefined || value === '') return '';
    const holder = { field: entity.schema, values: record };
    const priced = pricedField(field, [holder], dictionaries, currentLang());
    return names?.get(value) ?? valueText(priced, value, dictionaries, currentLang());
  });
}

/** Returns records with their names. Records with equal names get a distinguishing text. */
export async function describeRecords(
  target: RefTarget,
  records: readonly Listed[],
  signal: AbortSignal,
): Promise<RefOption[]> {
  const entity = entityRegistry.get(target.entity);
  const columns = await Promise.all(
    (entity?.labelWith ?? []).map((name) => describeField(entity!, name, records, signal)),
  );
  return records.map((record, index) => {
    const { value, label } = refOption(target, record);
    const more = columns.map((column) => column[index] ?? '').filter((text) => text !== '');
    return { value, label: [label, ...more].join(' · ') };
  });
}
