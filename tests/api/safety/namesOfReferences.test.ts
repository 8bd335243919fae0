/** A user who may see a record reads the names in its references: in lists, on its page and in its Excel file. */
import readXlsx from 'read-excel-file/node';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import { entities } from '../../../generated/entities.ts';
import type { OperationId } from '../../../generated/operations.ts';
import { isWalked } from '../../run/rotation.ts';
import type { CallInput, Client } from '../../support/calls/client.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { makePerson, makeTenant, PASSWORD, SEEDED_ROLES } from '../../support/people/people.ts';
import {
  findGet,
  type MadeRecord,
  makeRecords,
  operationFor,
  takesParameter,
} from '../../support/records/everyRecord.ts';
import { exportTable } from '../../support/records/excel.ts';
import { login } from '../../support/server/server.ts';

type Row = Record<string, unknown> & { _labels?: Record<string, Record<string, string>> };
type Pointer = { at: string; target: string; key: string; value: string | number };

const served = serveOperators();
let made: MadeRecord[];
const readers = new Map<string, Client>();

const walked = () => made.filter(({ entity }) => isWalked(entity.name, [entity.name]));

beforeAll(async () => {
  const tenant = await makeTenant(served.server);
  const { username, userId } = await makePerson(served.server, [tenant], { permissions: ['*'] });
  made = await makeRecords(await login(served.server, username, PASSWORD), userId, 'A name');
  for (const role of SEEDED_ROLES) {
    const person = await makePerson(served.server, [tenant], { role });
    readers.set(role, await login(served.server, person.username, PASSWORD));
  }
});

const isKey = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '');

/** Returns every reference in a value, at any depth. */
function pointersOf(field: Field, value: unknown, at: string): Pointer[] {
  if (Array.isArray(value)) return value.flatMap((one) => pointersOf(field.items ?? {}, one, at));
  const { 'x-ref': target, 'x-refKey': key = 'id' } = field;
  if (target) return isKey(value) ? [{ at, target, key, value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(field.properties ?? {}).flatMap(([name, inner]) =>
    pointersOf(inner, (value as Row)[name], `${at}.${name}`),
  );
}

const USER: Field = { type: 'integer', 'x-ref': 'user' };
const fieldsOf = ({ schema }: EntityDefinition) => ({ ...schema.properties, createdBy: USER });

/** Returns the name that the screen shows. It came with the record, or is read from the list of the target. */
async function findName(client: Client, record: Row, { target, key, value }: Pointer): Promise<unknown> {
  const label = record._labels?.[target]?.[value];
  if (label !== undefined) return label;
  const list = operationFor(target, 'list');
  if (!list || !takesParameter(list, 'filter')) return undefined;
  const filter = JSON.stringify({ and: [{ field: key, op: 'eq', value }] });
  const page = await answerOf<{ records: Row[] }>(client, list, { query: { filter, size: 1 } });
  return page?.records[0]?.[(entities as Record<string, EntityDefinition>)[target]!.label];
}

async function bareOf(client: Client, entity: EntityDefinition, record: Row): Promise<string[]> {
  const bare: string[] = [];
  for (const [name, field] of Object.entries(fieldsOf(entity)))
    for (const pointer of pointersOf(field, record[name], name))
      if (!isKey(await findName(client, record, pointer)))
        bare.push(`${entity.name}.${pointer.at}: ${pointer.value}`);
  return bare;
}

/** Returns the answer of a call. Null if this role may not call it, or does not see the record. */
async function answerOf<T>(client: Client, id: OperationId, input: CallInput): Promise<T | null> {
  const response = await client.request(id, input);
  if (response.status === 403 || response.status === 404) return null;
  expect(response.status, id).toBe(200);
  return ((await response.json()) as { data: T }).data;
}

async function mayExport(client: Client, { name }: EntityDefinition): Promise<boolean> {
  const { status } = await client.request('recordExport', {
    path: { entity: name },
    body: { format: 'xlsx', ids: [0] },
  });
  return status !== 403;
}

/** Returns the cells of references that contain only the key. */
async function bareCells(client: Client, { entity, record }: MadeRecord): Promise<string[]> {
  const { properties = {} } = entity.schema;
  const columns = Object.keys(properties).filter(
    (name) => properties[name]?.['x-ref'] && properties[name]?.['x-control'] !== 'hidden' && name in record,
  );
  if (columns.length === 0) return [];
  const bytes = await exportTable(client, entity.name, { columns, ids: [record.id] });
  const [sheet] = await readXlsx(bytes);
  const [, row = []] = sheet?.data ?? [];
  return columns.filter((name, at) => {
    const value = record[name];
    return isKey(value) && String(row[at]) === String(value);
  });
}

describe.each(SEEDED_ROLES)('read as %s', (role) => {
  it('lists and records show names, not numbers', async () => {
    const client = readers.get(role)!;
    const bare: string[] = [];
    for (const made of walked()) {
      const { entity, record } = made;
      const list = operationFor(entity.name, 'list');
      const filter = JSON.stringify({ and: [{ field: 'id', op: 'eq', value: record.id }] });
      const page =
        list && takesParameter(list, 'filter')
          ? await answerOf<{ records: Row[] }>(client, list, { query: { filter, size: 1 } })
          : null;
      const found = findGet(made);
      const one = found && (await answerOf<Row>(client, found.get, found.input));
      for (const row of [...(page?.records ?? []), ...(one ? [one] : [])])
        bare.push(...(await bareOf(client, entity, row)));
    }
    expect(bare).toEqual([]);
  });

  it('Excel files contain names, not numbers', async () => {
    const client = readers.get(role)!;
    const bare: string[] = [];
    for (const one of walked())
      if (await mayExport(client, one.entity))
        bare.push(...(await bareCells(client, one)).map((name) => `${one.entity.name}.${name}`));
    expect(bare).toEqual([]);
  });
});
