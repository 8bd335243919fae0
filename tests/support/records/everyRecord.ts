/** Creates a record of every entity that can be created, from the definitions alone. */

import { randomUUID } from 'node:crypto';
import { type EntityAction, entityOperations, type OperationId } from '../../../generated/callPlaces.ts';
import type { DictionaryDefinition, EntityDefinition, Field } from '../../../generated/definition.ts';
import { dictionaries } from '../../../generated/dictionaries.ts';
import { entities } from '../../../generated/entities.ts';
import { operations } from '../../../generated/operations.ts';
import type { Schema } from '../../../server/engine/surface/description.ts';
import type { CallInput, Client } from '../calls/client.ts';
import { bodySchema, describeOperation, description, resolveSchema } from '../calls/operations.ts';
import { sample } from '../calls/samples.ts';
import { makeTemplate } from './inspections.ts';
import { stagedOrders } from './stagedOrders.ts';

type Values = Record<string, unknown>;
export interface MadeRecord {
  entity: EntityDefinition;
  record: Values & { id: number; version: number };
}

/** Values that a definition does not require, but a rule of the server does. */
const EXTRA: Readonly<Record<string, Values>> = {
  station: { timeZone: 'Asia/Shanghai' },
  alarmGenerater: { kind: 'noData', scope: 'station' },
  substitute: { startsAt: '2026-01-01T00:00:00Z', endsAt: '2026-01-02T00:00:00Z' },
  leave: { type: 'sick', startDate: '2026-12-01', endDate: '2026-12-02' },
  alarmSuppression: { startAt: '2026-01-01T00:00:00Z', endAt: '2026-01-02T00:00:00Z' },
  strategyTemplate: { kind: 'idle' },
  mobileRental: { startsAt: '2026-01-01T00:00:00Z', endsAt: '2026-01-02T00:00:00Z' },
  robotMission: { startsAt: '2099-01-01T00:00:00Z', endsAt: '2099-01-02T00:00:00Z' },
  chargeDeal: { startsAt: '2026-01-01T00:00:00Z', endsAt: '2026-01-02T00:00:00Z' },
  settlePrice: { kind: 'savingShare', share: 50 },
  // This kind needs no end date, unlike a certificate.
  tenderFile: { kind: 'technical' },
};

/**
 * Creates further records that a record needs, besides one record of each referenced entity. Returns the values for
 * the record.
 */
export type Staged = (client: Client, idOf: (entity: string) => unknown) => Promise<Record<string, unknown>>;

/** Entities whose records need more than one record of each referenced entity. */
const STAGED: Readonly<Record<string, Staged>> = {
  // Users cannot be their own observers, so another person is created.
  emsObserver: async (client) => {
    const { userId: managerId } = await client.call('getPrincipal', {});
    const { id: deptId } = await client.call('deptSave', { body: { name: 'Owners', managerId } });
    const username = `looks${randomUUID().slice(0, 8)}`;
    const body = { name: 'Owner', username, departments: [{ deptId }] };
    return { userId: (await client.call('userSave', { body })).id };
  },
  // It controls a converter and the battery behind it.
  strategyConfig: async (client, idOf) => {
    const { sn: stationSn } = await client.call('stationGet', { path: { id: Number(idOf('station')) } });
    const make = async (type: string) =>
      (
        await client.call('deviceCreate', {
          body: { sn: `${stationSn}-${type}`, name: type, stationSn, type },
        })
      ).sn;
    return { kind: 'idle', stationSn, deviceSn: await make('pcs'), batterySn: await make('battery') };
  },
  chargeDeal: async (client, idOf) => {
    const { sn: stationSn } = await client.call('stationGet', { path: { id: Number(idOf('station')) } });
    const body = { sn: `${stationSn}-charger`, name: 'charger', stationSn, type: 'charger' as const };
    return { deviceSn: (await client.call('deviceCreate', { body })).sn };
  },
  // Hourly prices require a tariff that uses them.
  dayPrice: async (client, idOf) => {
    const { sn: stationSn } = await client.call('stationGet', { path: { id: Number(idOf('station')) } });
    const tariff = { stationSn, effectiveFrom: '2020-01-01', currency: 'CNY', byHour: true };
    await client.call('electricityPriceAdd', { body: { ...tariff, chargeType: 'feedIn' } });
    const hours = Array.from({ length: 24 }, (_, hour) => ({ price: hour }));
    return { stationSn, chargeType: 'feedIn', per: 'MWh', day: '2020-01-02', hours };
  },
  mobileUnit: async (client) => {
    const sn = `MU${randomUUID().slice(0, 8)}`;
    await client.call('stationCreate', {
      body: { sn, name: `Unit ${sn}`, kind: 'mobile', timeZone: 'Asia/Shanghai' },
    });
    return { stationSn: sn };
  },
  // A unit can be used only after its arrival.
  mobileSession: async (client, idOf) => {
    const path = { entity: 'mobileRental', id: Number(idOf('mobileRental')) };
    const body = { name: 'arrive', form: { arrivedAt: '2026-01-01T00:00:00Z' } };
    const { version } = await client.call('mobileRentalGet', { path: { id: path.id } });
    await client.call('recordTransition', { path, body: { ...body, version } });
    return {};
  },
  // The effective policies belong to the tenant. A new one would only be a draft.
  userVacation: async (client) => {
    const { records } = await client.call('vacationPage', { query: { size: 50 } });
    const policy = records.find(({ type, status }) => type === 'annual' && status === 'inForce');
    return { type: 'annual', vacationId: policy?.id };
  },
  // A bid is prepared after its tender is planned, and before the submission ends.
  bid: async (client) => {
    const times = { submitBy: '2099-01-01T00:00:00Z', openAt: '2099-01-02T00:00:00Z' };
    const body = { name: 'Planned', issuer: 'Issuer', ...times };
    const { id, version } = await client.call('tenderCreate', { body });
    const path = { entity: 'tender', id };
    await client.call('recordTransition', { path, body: { name: 'plan', version } });
    return { tenderId: id, amount: '1.00' };
  },
  // A template is chosen once it is released.
  inspectionPlan: async (client, idOf) => {
    const { sn: stationSn } = await client.call('stationGet', { path: { id: Number(idOf('station')) } });
    return { templateId: (await makeTemplate(client)).id, places: [{ stationSn }], crews: [{}] };
  },
  inspection: async (client) => ({ templateId: (await makeTemplate(client)).id }),
  ...stagedOrders,
};

export const takesAnyText = (field: Field): boolean =>
  field.type === 'string' &&
  !(field.readOnly || field.format || field.pattern || field.enum) &&
  !(field['x-dictionary'] || field['x-options'] || field['x-ref']);

/** Schemas do not contain dictionary entries that staff may add. An invalid sample is replaced by the first entry. */
function chosenOf(dictionary: string, value: unknown): unknown {
  const { entries = [] } = (dictionaries as Record<string, DictionaryDefinition>)[dictionary] ?? {};
  return entries.some((one) => one.value === value) ? value : entries[0]?.value;
}

const all: readonly EntityDefinition[] = Object.values(entities);

export function operationFor(entity: string, action: EntityAction): OperationId | undefined {
  return (entityOperations as Record<string, Partial<Record<EntityAction, OperationId>>>)[entity]?.[action];
}

/** Returns every entity that a field refers to, also inside lists and objects. */
const fieldTargets = (field: Field): string[] => [
  // The calling user exists already.
  ...(field['x-ref'] && field['x-ref'] !== 'user' ? [field['x-ref']] : []),
  ...(field.items ? fieldTargets(field.items) : []),
  ...Object.values(field.properties ?? {}).flatMap(fieldTargets),
];
const targets = ({ schema }: EntityDefinition): string[] => {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    required.has(name) ? fieldTargets(field) : [],
  );
};

/** Returns the entities in the order of their references. A referenced entity comes first. */
function inOrder(): EntityDefinition[] {
  const placed = new Set<string>();
  const order: EntityDefinition[] = [];
  const place = (entity: EntityDefinition) => {
    if (placed.has(entity.name)) return;
    placed.add(entity.name);
    for (const name of targets(entity)) {
      const target = all.find((one) => one.name === name);
      if (target) place(target);
    }
    order.push(entity);
  };
  for (const entity of all) place(entity);
  return order;
}

/** Returns the complete body of a record. It includes the fields that a chosen record would fill. */
function wholeOf({ schema }: EntityDefinition, body: Schema): Schema {
  const fields = schema.properties ?? {};
  const filled = Object.values(fields).flatMap((field) => Object.keys(field['x-copyInto'] ?? {}));
  const lacking = (schema.required ?? []).filter(
    (name) => filled.includes(name) && fields[name]?.['x-default'] === undefined,
  );
  const { required = [], ...rest } = resolveSchema(body) as Schema & { required?: string[] };
  return { ...rest, required: [...new Set([...required, ...lacking])] };
}

/** Returns the call that reads this record by its id, or null. */
export function findGet({
  entity,
  record: { id },
}: MadeRecord): { get: OperationId; input: CallInput } | null {
  const get = operationFor(entity.name, 'get');
  if (!get || !takesParameter(get, 'id')) return null;
  return { get, input: operations[get].path.includes('{id}') ? { path: { id } } : { query: { id } } };
}

export const takesParameter = (operation: OperationId, parameter: string): boolean =>
  describeOperation(operation).parameters?.some(({ name }) => name === parameter) === true;

/**
 * Reads a record again, because records that were created later may have changed it. A line raises the version of its
 * parent.
 */
async function readAnew(client: Client, made: MadeRecord): Promise<void> {
  const found = findGet(made);
  if (found) Object.assign(made.record, await client.call(found.get, found.input));
}

/** Returns values for keys that are unique over several entities. Each entity gets different values. */
const ownKeys = ({ name, uniqueAcross = [] }: EntityDefinition): Values =>
  Object.fromEntries(uniqueAcross.flatMap(({ fields }) => fields.map((field) => [field, name])));

/**
 * `secret` is written into the name of each record, so that a test detects answers that reveal it. Records of `open`
 * do not contain it, because all users may know their names.
 */
export async function makeRecords(
  client: Client,
  userId: number,
  secret: string,
  open: readonly string[] = [],
): Promise<MadeRecord[]> {
  const made: MadeRecord[] = [];
  for (const entity of inOrder()) {
    const create = operationFor(entity.name, 'create');
    const schema = create && bodySchema(create);
    if (!create || !schema) continue;
    const body = sample(wholeOf(entity, schema), description, { optional: false }) as Values;
    const keyOf = (field: Field): unknown => {
      if (field['x-ref'] === 'user') return userId;
      const target = made.find(({ entity: { name } }) => name === field['x-ref']);
      return target?.record[field['x-refKey'] ?? 'id'];
    };
    const fillChoices = (field: Field, value: unknown): unknown => {
      if (field['x-ref']) return keyOf(field);
      if (field['x-dictionary']) return chosenOf(field['x-dictionary'], value);
      if (Array.isArray(value) && field.items) return value.map((one) => fillChoices(field.items!, one));
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, fillChoices(field.properties?.[name] ?? {}, one)]),
      );
    };
    Object.assign(body, fillChoices(entity.schema, body));
    const label = entity.schema.properties?.[entity.label];
    if (label && takesAnyText(label) && !open.includes(entity.name)) body[entity.label] = secret;
    const idOf = (name: string) => made.find((one) => one.entity.name === name)?.record.id;
    const staged = await STAGED[entity.name]?.(client, idOf);
    const record = await client.call(create, {
      body: { ...body, ...ownKeys(entity), ...EXTRA[entity.name], ...staged },
    });
    made.push({ entity, record: record as MadeRecord['record'] });
  }
  for (const one of made) await readAnew(client, one);
  return made;
}
