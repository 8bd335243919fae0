/**
 * Checks the calls of a form. They must accept what it sends, and return what other fields accept or sentences contain.
 */
import { isObject } from '../../runtime/core/object.ts';
import type {
  Definitions,
  Entity,
  Field,
  Lookup,
  Source,
  Transition,
  TypingCall,
} from '../definition/definition.ts';
import { choice, type Problem, problemOf } from '../problem.ts';
import type { Add } from './scope.ts';

/** An API description whose calls are written in full. */
export interface DescribedCalls {
  paths: Readonly<Record<string, unknown>>;
  components: { schemas: Readonly<Record<string, unknown>> };
}

interface Described {
  /** The names of the text parameters of a call. */
  takes: string[];
  /** The names of parameters in its path. */
  path: string[];
  /** The properties of the records that it finds. */
  finds: string[];
}

const REF = /^#\/components\/schemas\/(\w+)$/;

/** Returns the properties of an object, of one of several shapes, or of the items of a list. */
function propertiesOf(schema: unknown, schemas: Readonly<Record<string, unknown>>): string[] {
  if (!isObject(schema)) return [];
  const name = typeof schema.$ref === 'string' ? REF.exec(schema.$ref)?.[1] : undefined;
  if (name !== undefined) return propertiesOf(schemas[name], schemas);
  const inner = [schema.items, schema.anyOf].flat().flatMap((one) => propertiesOf(one, schemas));
  return [...Object.keys(isObject(schema.properties) ? schema.properties : {}), ...inner];
}

const within = (value: unknown, ...names: string[]): unknown =>
  names.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);

function describe(
  operation: object,
  method: string,
  schemas: DescribedCalls['components']['schemas'],
): Described {
  const parameters = [within(operation, 'parameters') ?? []].flat().filter(isObject);
  const namesIn = (place: string) =>
    parameters.flatMap((one) => (one.in === place ? [String(one.name)] : []));
  const body = within(operation, 'requestBody', 'content', 'application/json', 'schema');
  const answer = within(
    operation,
    'responses',
    '200',
    'content',
    'application/json',
    'schema',
    'properties',
    'data',
  );
  return {
    takes: method === 'get' ? namesIn('query') : propertiesOf(body, schemas),
    path: namesIn('path'),
    finds: propertiesOf(answer, schemas),
  };
}

/** Returns the calls of methods that lookups use: GET and POST. */
function callsOf({ paths, components }: DescribedCalls): Map<string, Described> {
  const calls = new Map<string, Described>();
  for (const methods of Object.values(paths))
    for (const method of ['get', 'post']) {
      const operation = within(methods, method);
      const id = within(operation, 'operationId');
      if (isObject(operation) && typeof id === 'string')
        calls.set(id, describe(operation, method, components.schemas));
    }
  return calls;
}

/** Returns a check that refuses an unknown name at a place below the pointer. */
const requireOne =
  (pointer: string, add: Add) =>
  (name: string, known: readonly string[], place: string): void => {
    if (!known.includes(name)) add(`${pointer}/${place}`, 'oneOf', { known: choice(name, [...known]) });
  };

function checkLookup(
  lookup: Lookup,
  holder: Field,
  pointer: string,
  calls: ReadonlyMap<string, Described>,
  add: Add,
): void {
  const fields = Object.keys(holder.properties ?? {});
  const one = requireOne(pointer, add);
  one(lookup.call, [...calls.keys()], 'call');
  const described = calls.get(lookup.call);
  if (!described) return;
  one(lookup.by, described.takes, 'by');
  one(lookup.label, described.finds, 'label');
  if (lookup.hint !== undefined) one(lookup.hint, described.finds, 'hint');
  for (const [field, name] of Object.entries(lookup.fill)) {
    if (!fields.includes(field))
      add(`${pointer}/fill/${field}`, 'unknownProperty', { name: field, known: choice(field, fields) });
    one(name, described.finds, `fill/${field}`);
  }
}

function checkHint(
  hint: TypingCall,
  holder: Field,
  pointer: string,
  calls: ReadonlyMap<string, Described>,
  add: Add,
): void {
  const fields = Object.keys(holder.properties ?? {});
  const one = requireOne(pointer, add);
  one(hint.call, [...calls.keys()], 'call');
  const described = calls.get(hint.call);
  if (!described) return;
  const sent = fields.filter((name) => described.takes.includes(name));
  for (const list of ['of', 'with'] as const)
    for (const [index, name] of (hint[list] ?? []).entries()) one(name, sent, `${list}/${index}`);
  for (const [index, text] of hint.says.entries())
    for (const lang of ['zh', 'en'] as const)
      for (const [, name = ''] of text[lang].matchAll(/\{(\w+)\}/g))
        one(name, described.finds, `says/${index}/${lang}`);
}

/** Checks that the call which previews a move belongs to the record. */
function checkForesee(
  { foresee }: Transition,
  pointer: string,
  calls: ReadonlyMap<string, Described>,
  add: Add,
): void {
  if (!foresee) return;
  const one = requireOne(`${pointer}/foresee`, add);
  one(
    foresee.call,
    [...calls].filter(([, { path }]) => path.join() === 'id').map(([id]) => id),
    'call',
  );
  const finds = calls.get(foresee.call)?.finds;
  if (!finds) return;
  for (const [at, { field }] of foresee.columns.entries()) one(field, finds, `columns/${at}/field`);
}

function entityProblems({ file, value }: Source<Entity>, calls: ReadonlyMap<string, Described>): Problem[] {
  const problems: Problem[] = [];
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  for (const [name, field] of Object.entries(value.schema.properties ?? {})) {
    const pointer = `/schema/properties/${name}`;
    if (field['x-lookup']) checkLookup(field['x-lookup'], value.schema, `${pointer}/x-lookup`, calls, add);
    if (field['x-liveHint'])
      checkHint(field['x-liveHint'], value.schema, `${pointer}/x-liveHint`, calls, add);
    if (field['x-suggestDuplicates'] && name !== value.label)
      add(`${pointer}/x-suggestDuplicates`, 'similarLabel', { name: value.label });
  }
  const moves = { 'states/transitions': value.states?.transitions, actions: value.actions };
  for (const [place, list] of Object.entries(moves))
    for (const [at, move] of (list ?? []).entries()) checkForesee(move, `/${place}/${at}`, calls, add);
  return problems;
}

export function lookupProblems({ entities }: Definitions, api: DescribedCalls): Problem[] {
  const calls = callsOf(api);
  return entities.flatMap((source) => entityProblems(source, calls));
}
