/**
 * Each mistake gets exactly one message. Values, names and words of the product's own definitions and calls are
 * changed one at a time, like a typing mistake. If a meta schema refuses the change, it reports it once, at its
 * place, with the value.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { schemaProblems } from '../../../../codegen/check/checkSchema.ts';
import { createCheck } from '../../../../codegen/check.ts';
import type { Definitions } from '../../../../codegen/definition/definition.ts';
import { filesBelow, KINDS, loadDefinitions, loadMetas } from '../../../../codegen/load.ts';
import { escaped, type Problem } from '../../../../codegen/problem.ts';
import { isObject } from '../../../../runtime/core/object.ts';
import { makeRandom } from '../../../support/telemetry/random.ts';

const ROOT = join(import.meta.dirname, '../../../..');
/** Number of mistakes that are tried for each kind of definition. */
const SLIPS = 150;

interface Slip {
  what: string;
  changed: unknown;
  /** The place where it must be reported, and a part of the message. */
  pointer: string;
  said: RegExp;
}

type Change = (at: unknown, name: string) => unknown;

/** Returns the value with one part changed. */
function changeAt(value: unknown, [name, ...rest]: readonly string[], change: Change): unknown {
  if (name === undefined) return value;
  if (rest.length === 0) return change(value, name);
  if (Array.isArray(value))
    return value.map((one, at) => (String(at) === name ? changeAt(one, rest, change) : one));
  return isObject(value) ? { ...value, [name]: changeAt(value[name], rest, change) } : value;
}

function pathsOf(value: unknown, path: readonly string[] = []): string[][] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [[...path], ...inner.flatMap(([name, one]) => pathsOf(one, [...path, name]))];
}

const pointerOf = (path: readonly string[]): string => path.map((name) => `/${escaped(name)}`).join('');

/** Swaps two letters, or adds one. */
const misspell = (word: string): string =>
  word.length > 3 ? `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}` : `${word}q`;

const literal = (text: string): RegExp => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));

const setTo =
  (value: unknown): Change =>
  (at, name) =>
    Array.isArray(at)
      ? at.map((one, index) => (String(index) === name ? value : one))
      : { ...(at as object), [name]: value };
const rename =
  (to: string): Change =>
  (at, name) =>
    Object.fromEntries(Object.entries(at as object).map(([key, one]) => [key === name ? to : key, one]));
const remove: Change = (at, name) =>
  Object.fromEntries(Object.entries(at as object).filter(([key]) => key !== name));

/** Returns a value of a type that does not fit this place. */
function strangeFor(value: unknown): unknown {
  if (typeof value === 'string') return 12;
  if (typeof value === 'number' || typeof value === 'boolean') return 'twelve';
  return Array.isArray(value) ? { odd: 1 } : ['odd'];
}

/** Returns the mistakes that are possible at this place. */
function slipsAt(whole: unknown, path: readonly string[]): Slip[] {
  const value = path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], whole);
  const around = path.slice(0, -1);
  const name = path.at(-1)!;
  const strange = strangeFor(value);
  const slips: Slip[] = [
    {
      what: `${pointerOf(path)} is ${JSON.stringify(strange)}`,
      changed: changeAt(whole, path, setTo(strange)),
      pointer: pointerOf(path),
      said: literal(JSON.stringify(strange)),
    },
  ];
  if (typeof value === 'string')
    slips.push({
      what: `${pointerOf(path)} is ${misspell(value)}`,
      changed: changeAt(whole, path, setTo(misspell(value))),
      pointer: pointerOf(path),
      said: literal(JSON.stringify(misspell(value))),
    });
  const isInList = Array.isArray(
    around.reduce<unknown>((at, one) => (at as Record<string, unknown>)[one], whole),
  );
  if (isInList) return slips;
  return [
    ...slips,
    {
      what: `${name} at ${pointerOf(around)} is ${misspell(name)}`,
      changed: changeAt(whole, path, rename(misspell(name))),
      pointer: pointerOf([...around, misspell(name)]),
      said: /is not known here.*: (remove it, or )?use|is not a valid name/,
    },
    {
      what: `${name} at ${pointerOf(around)} is not there`,
      changed: changeAt(whole, path, remove),
      pointer: pointerOf(around),
      // If one of several names is enough, the message names only one.
      said: name === 'zh' || name === 'en' ? /has no (Chinese|English)/ : /is missing/,
    },
  ];
}

/** The other possible message for a removed entry: its object or list then has too few entries. */
const TOO_FEW = /needs at least/;

/** Tries random mistakes in these values. Returns the mistakes without exactly one message at their place. */
function unclear(
  values: readonly unknown[],
  problemsOf: (changed: unknown, at: number) => readonly Problem[],
): { refused: number; faults: string[] } {
  const below = makeRandom(4711);
  const faults: string[] = [];
  let refused = 0;
  for (let tried = 0; tried < SLIPS; tried += 1) {
    const at = below(values.length);
    const paths = pathsOf(values[at]).slice(1);
    const slips = slipsAt(values[at], paths[below(paths.length)]!);
    const { what, changed, pointer, said } = slips[below(slips.length)]!;
    const found = problemsOf(changed, at);
    if (found.length === 0) continue;
    refused += 1;
    const [first] = found;
    const isClear = first?.pointer === pointer && (said.test(first.message) || TOO_FEW.test(first.message));
    if (found.length > 1 || !isClear)
      faults.push(`${what}: ${found.map((one) => `${one.pointer} ${one.message}`).join('; ')}`);
  }
  return { refused, faults };
}

describe('one mistake has one message, at its place, with the written value', () => {
  const { definitions } = loadDefinitions(ROOT);
  const check = createCheck(loadMetas(ROOT));
  const none: Definitions = {
    ...{ fields: [], entities: [], widgets: [], widgetOptions: [], pages: [] },
    ...{ dictionaries: [], dashboards: [], imports: [], statistics: [], documents: [], calls: [] },
  };

  it.each(Object.keys(KINDS) as (keyof Definitions)[])('in %s', (kind) => {
    const sources = definitions[kind] as readonly { file: string; value: object }[];
    const { refused, faults } = unclear(
      sources.map(({ value }) => value),
      (value, at) =>
        check
          .shapes({ ...none, [kind]: [{ file: sources[at]!.file, value }] })
          // Ignores the message that a file must be named after its definition.
          .filter(({ message }) => !/name the file/.test(message)),
    );
    expect(faults).toEqual([]);
    expect(refused).toBeGreaterThan(SLIPS / 4);
  });

  it('in the lines of calls', () => {
    const lines = filesBelow(join(ROOT, 'openapi'), '.yaml').flatMap((path) => {
      const { paths = {} } = load(readFileSync(path, 'utf8')) as { paths?: Record<string, object> };
      return Object.values(paths).flatMap((methods) =>
        Object.values(methods).flatMap((operation: object) =>
          'x-action' in operation ? [operation['x-action']] : [],
        ),
      );
    });
    const { refused, faults } = unclear(lines, (line) => schemaProblems('a.yaml', check.call(line)));
    expect(faults).toEqual([]);
    expect(refused).toBeGreaterThan(SLIPS / 4);
  });
});
