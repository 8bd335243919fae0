/** Finds the records with the most content. For them, a layout has the least space. */

import type { FieldValues } from '../../../generated/definition.ts';
import { entities } from '../../../generated/entities.ts';
import { recordHas } from '../../../runtime/core/rules/recordHas.ts';
import type { Client } from '../calls/client.ts';
import { findGet, operationFor } from './everyRecord.ts';

type Values = Record<string, unknown>;
export type FullRecord = Values & { id: number; version: number; _actions?: string[] };

interface Selection {
  /** Only records with these values. */
  where?: FieldValues | undefined;
  /** Only records on which the user may perform this action. */
  action?: string;
}

/** The number of listed records. */
const LISTED = 50;
/** Number of records that are read with their lines for each requested record. */
const READ = 3;

const sizeOf = (record: Values): number => JSON.stringify(record).length;
const byLength = (one: Values, other: Values): number => sizeOf(other) - sizeOf(one);

/** Reads a record with its lines. If the entity has no such call, it has only the fields of its list. */
async function readWhole(client: Client, entity: string, listed: FullRecord): Promise<FullRecord> {
  const found = findGet({ entity: entities[entity as keyof typeof entities], record: listed });
  if (!found) return listed;
  return { ...listed, ...((await client.call(found.get, found.input)) as FullRecord | null) };
}

/** Returns the longest records of an entity, the longest first. */
export async function fullestRecords(
  client: Client,
  entity: string,
  most: number,
  { where, action }: Selection = {},
): Promise<FullRecord[]> {
  const list = operationFor(entity, 'list');
  if (!list) return [];
  const { records } = (await client.call(list, { query: { current: 1, size: LISTED } })) as {
    records: FullRecord[];
  };
  const isSelected = (record: FullRecord): boolean =>
    recordHas(record, where) && (!action || record._actions?.includes(action) === true);
  const selected = records.filter(isSelected).toSorted(byLength);
  const whole: FullRecord[] = [];
  for (const record of selected.slice(0, most * READ)) whole.push(await readWhole(client, entity, record));
  return whole.toSorted(byLength).slice(0, most);
}
