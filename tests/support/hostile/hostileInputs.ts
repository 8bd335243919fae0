/** The worst input for every operation, made from its schemas: the longest, deepest and widest of everything. */
import { entityOperations } from '../../../generated/callPlaces.ts';
import { type OperationId, operations } from '../../../generated/operations.ts';
import type { Schema } from '../../../server/engine/surface/description.ts';
import { makeAddress } from '../calls/client.ts';
import {
  bodySchema,
  describeOperation,
  description,
  isSchemaClosed,
  makeInput,
  resolveSchema,
  TRIED_ENTITY,
} from '../calls/operations.ts';
import { sample } from '../calls/samples.ts';

export interface HostileRequest {
  what: string;
  address: string;
  /** The value as it is sent. Undefined for none. */
  body?: string;
}

/** Existing values, by the names of the fields that require them. */
export type Real = Readonly<Record<string, unknown>>;

/** Sizes just below the limits of the server: for a signed-in user, for a link, and for any visitor. */
const MOST_BYTES = { measured: 4_900_000, own: 1_450_000, link: 500_000, public: 60_000, newDevice: 4_000 };
const MOST_QUERY = 12_000;

/** Windows that are much too wide, as wide as allowed, and as wide as the smallest steps allow. */
const WINDOWS: readonly (readonly [string, string])[] = [
  ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'],
  ['1930-01-01T00:00:00Z', '2029-12-31T00:00:00Z'],
  ['2018-01-01T00:00:00Z', '2027-12-01T00:00:00Z'],
  ['2024-09-01T00:00:00Z', '2026-12-01T00:00:00Z'],
];
const STARTS = /^(?:from|start|startTime|startDate|since|querytime|querytimes|date|at)$/;
const ENDS = /^(?:to|end|endTime|endDate|until)$/;
const STEPS = /^(?:bucket|type|queryPeriod|period|method|calcmethod)$/;

const WORST_TEXTS = [
  (length: number) => `${'a'.repeat(Math.max(0, length - 1))}!`,
  (length: number) => '('.repeat(length),
  (length: number) => '%_'.repeat(length / 2),
  (length: number) => 'a,'.repeat(length / 2),
  (length: number) => '1-'.repeat(length / 2),
  (length: number) => '<b '.repeat(length / 3),
];

const typesOf = (schema: Schema): unknown[] => [schema.type].flat();
const propertiesOf = (schema: Schema) =>
  Object.entries((resolveSchema(schema).properties as Record<string, Schema> | undefined) ?? {});
/** Returns each schema that a value may match. */
function choicesOf(schema: Schema): Schema[] {
  const own = resolveSchema(schema);
  const choices = (own.oneOf ?? own.anyOf) as Schema[] | undefined;
  return choices && own.type === undefined ? choices.map(resolveSchema) : [own];
}

type Change = (schema: Schema, name: string) => unknown;
/** Returns a sample in which the change replaces some values. */
function makeValue(schema: Schema, change: Change, name = ''): unknown {
  const own = choicesOf(schema)[0]!;
  const changed = change(own, name);
  if (changed !== undefined) return changed;
  if (own.const !== undefined || own.enum) return sample(own, description, { optional: true });
  if (typesOf(own).includes('object') && own.properties)
    return Object.fromEntries(propertiesOf(own).map(([key, inner]) => [key, makeValue(inner, change, key)]));
  if (typesOf(own).includes('array') && own.items) return [makeValue(own.items as Schema, change, name)];
  return sample(own, description, { optional: true });
}

const realOf =
  (real: Real): Change =>
  (_schema, name) =>
    real[name];

const windowOf =
  (real: Real, [from, to]: readonly [string, string], step: number): Change =>
  (schema, name) => {
    const isText = typesOf(schema).includes('string');
    const cut = (text: string) => (schema.format === 'date' ? text.slice(0, 10) : text);
    if (isText && /querytimes?$/.test(name)) return `${from},${to}`;
    if (isText && STARTS.test(name)) return cut(from);
    if (isText && ENDS.test(name)) return cut(to);
    const values = schema.enum as unknown[] | undefined;
    if (STEPS.test(name) && values) return values[step % values.length];
    return real[name];
  };

const textOf =
  (worst: (length: number) => string, most: number): Change =>
  (schema) => {
    if (!typesOf(schema).includes('string') || schema.enum || schema.const !== undefined || schema.format)
      return undefined;
    return worst(Math.min(Number(schema.maxLength ?? most), most));
  };

function addressOf(id: OperationId, change: Change, real: Real): string {
  const own = (describeOperation(id).parameters ?? []).filter((one) => one.in === 'query');
  const query = own.map(({ name, schema }) => [name, String(makeValue(schema, change, name))]);
  const { path = {} } = makeInput(id, { optional: false });
  const known = Object.keys(path).map((name) => [name, String(real[name] ?? path[name])]);
  return makeAddress(id, { path: Object.fromEntries(known), query: Object.fromEntries(query) });
}

/** Returns the body with a list of this many equal items, at each place that accepts a list. */
function listBodies(schema: Schema, real: Real, most: number): [string, string][] {
  const own = choicesOf(schema)[0]!;
  const found: [string, string][] = [];
  const lists = typesOf(own).includes('array')
    ? [['', own] as const]
    : propertiesOf(own).filter(([, inner]) => typesOf(resolveSchema(inner)).includes('array'));
  for (const [name, list] of lists) {
    const { items, maxItems } = resolveSchema(list);
    const rest = name === '' ? {} : (makeValue(own, realOf(real)) as object);
    const make = (item: string, count: number): string => {
      const text = `[${`${item},`.repeat(Math.max(0, count - 1))}${item}]`;
      if (name === '') return text;
      const around = JSON.stringify({ ...rest, [name]: null });
      return around.replace(`"${name}":null`, () => `"${name}":${text}`);
    };
    found.push([`${name} of nothing`, make('{}', Math.floor(most / 4))]);
    found.push([`${name} of wrong ones`, make('{"a":1,"b":2}', Math.min(2_900, Math.floor(most / 20)))]);
    for (const choice of items ? choicesOf(items as Schema) : [])
      for (const window of propertiesOf(choice).some(([key]) => STARTS.test(key))
        ? WINDOWS.slice(2)
        : WINDOWS.slice(3)) {
        const item = JSON.stringify(makeValue(choice, windowOf(real, window, 0)));
        const count = Math.min(Number(maxItems ?? 1e6), Math.floor((most - 2_000) / (item.length + 1)));
        found.push([`${name} of right ones`, make(item, count)]);
      }
  }
  return found;
}

const deep = (most: number): string => {
  const levels = Math.floor(most / 2);
  return '['.repeat(levels) + ']'.repeat(levels);
};

function sizeOf(id: OperationId): number {
  const { access, path } = operations[id];
  const isKnown = access !== 'public' || path.includes('{deviceToken}');
  if (path.startsWith('/api/v1/')) return isKnown ? MOST_BYTES.measured : MOST_BYTES.newDevice;
  if (access !== 'public') return MOST_BYTES.own;
  return path.includes('{token}') ? MOST_BYTES.link : MOST_BYTES.public;
}

function makeWindows(id: OperationId, real: Real): HostileRequest[] {
  const schema = bodySchema(id);
  const names = [
    ...(describeOperation(id).parameters ?? []).map(({ name }) => name),
    ...(schema ? propertiesOf(choicesOf(schema)[0]!).map(([name]) => name) : []),
  ];
  if (!names.some((name) => STARTS.test(name))) return [];
  const steps = names.some((name) => STEPS.test(name)) ? [0, 1, 2, 3, 4] : [0];
  return WINDOWS.flatMap((window) =>
    steps.map((step) => {
      const change = windowOf(real, window, step);
      return {
        what: `a window from ${window[0]} to ${window[1]}, step ${step}`,
        address: addressOf(id, change, real),
        ...(schema && { body: JSON.stringify(makeValue(schema, change)) }),
      };
    }),
  );
}

function makeTexts(id: OperationId, real: Real): HostileRequest[] {
  const schema = bodySchema(id);
  const parameters = (describeOperation(id).parameters ?? []).filter((one) => one.in === 'query').length;
  if (!schema && parameters === 0) return [];
  const most = Math.floor(MOST_QUERY / Math.max(1, parameters) / 3);
  const worstInput = (worst: (length: number) => string, length: number) => ({
    address: parameters > 0 ? addressOf(id, textOf(worst, most), real) : addressOf(id, realOf(real), real),
    ...(schema && { body: JSON.stringify(makeValue(schema, textOf(worst, length))) }),
  });
  return [
    ...WORST_TEXTS.map((worst, at) => ({ what: `the worst text ${at}`, ...worstInput(worst, 10_000) })),
    ...(schema && !likeTried.has(id)
      ? [{ what: 'a text of any length', ...longest(id, schema, WORST_TEXTS[0]!, real) }]
      : []),
  ];
}

/** Returns a body with a text as long as the whole body may be, even if its field allows less. */
function longest(id: OperationId, schema: Schema, worst: (length: number) => string, real: Real) {
  let isUsed = false;
  const body = makeValue(schema, (own) => {
    if (isUsed || !typesOf(own).includes('string')) return undefined;
    isUsed = true;
    return worst(sizeOf(id) - 5_000);
  });
  return { address: addressOf(id, realOf(real), real), body: JSON.stringify(body) };
}

const callsOf = (actions: object): OperationId[] => Object.values(actions) as OperationId[];
const tried: ReadonlySet<OperationId> = new Set(callsOf(entityOperations[TRIED_ENTITY] ?? {}));
/** Calls of all entities whose bodies are refused before their schema is checked. Only one entity is tested. */
const likeTried: ReadonlySet<OperationId> = new Set(
  Object.values(entityOperations)
    .flatMap(callsOf)
    .filter((id) => !tried.has(id)),
);
/** Calls that change a record accept the same lists as calls that create one, so only one kind is tested. */
const addCalls: ReadonlySet<OperationId> = new Set(
  Object.values(entityOperations).flatMap(({ create }) => create ?? []),
);

/**
 * Returns bodies without a schema. Large bodies are only for operations that represent others, or that accept any
 * name.
 */
function shapelessBodies(id: OperationId, schema: Schema, most: number): [string, string][] {
  const small: [string, string] = ['nested as deep as it may', JSON.stringify(JSON.parse(deep(124)))];
  if (!tried.has(id) && isSchemaClosed(schema) && most === MOST_BYTES.own) return [small];
  const names = Array.from({ length: most / 16 }, (_, at) => `"k${at}":1`).join();
  return [small, ['nested as deep as it goes', deep(most)], ['of as many names as it may', `{${names}}`]];
}

export function hostileRequests(id: OperationId, real: Real): HostileRequest[] {
  const schema = bodySchema(id);
  const most = sizeOf(id);
  const address = addressOf(id, realOf(real), real);
  const bodies: [string, string][] = schema
    ? [
        ...(likeTried.has(id) && !addCalls.has(id) ? [] : listBodies(schema, real, most)),
        ...(likeTried.has(id) ? [] : shapelessBodies(id, schema, most)),
      ]
    : [];
  return [
    ...bodies.map(([what, body]) => ({ what: `a body ${what}`, address, body })),
    ...makeWindows(id, real),
    ...makeTexts(id, real),
  ];
}
