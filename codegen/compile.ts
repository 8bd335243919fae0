/** Compiles the texts of definitions. All other modules read the compiled form. */
import {
  type CommonFields,
  compileDefinition,
  hasTexts,
  type LostReference,
  type PlacedProblem,
  parseText,
  replaceTexts,
} from '../runtime/core/expressionText/index.ts';
import { isObject } from '../runtime/core/object.ts';
import type { Definitions, Source } from './definition/definition.ts';
import { composeVersions } from './definition/versions.ts';
import { KINDS } from './load.ts';
import { choice, type Problem, problemOf } from './problem.ts';

interface Compiled {
  value: object;
  problems: readonly PlacedProblem[];
  lost: readonly LostReference[];
}

/** Definitions are replaced, never changed: each is compiled once with the same common fields. */
const compiledBefore = new WeakMap<object, Compiled & { common: CommonFields }>();

const isSame = (one: CommonFields, other: CommonFields): boolean =>
  one === other || (one.size === other.size && [...one].every(([name, field]) => other.get(name) === field));

function compileOne(kind: string, written: object, common: CommonFields): Compiled {
  if (!hasTexts(kind)) return { value: written, problems: [], lost: [] };
  const before = compiledBefore.get(written);
  if (before && isSame(before.common, common)) return before;
  const compiled = { ...compileDefinition(kind, written, common), common };
  compiledBefore.set(written, compiled);
  return compiled;
}

/** Returns a compiled definition, the form that all running code reads. */
export const compileWritten = <D extends object>(kind: string, written: D, common: CommonFields): D =>
  compileOne(kind, written, common).value as D;

/** Returns the common fields by name. */
export const commonFieldsOf = ({ fields }: Pick<Definitions, 'fields'>): CommonFields =>
  new Map(fields.map(({ value }) => [value.name, value.field]));

const FOLDERS = Object.entries(KINDS) as [keyof Definitions, string][];

/** Returns all compiled definitions, the form that all running code reads. */
export function compileDefinitions(written: Definitions): Definitions {
  const common = commonFieldsOf(written);
  const folders = FOLDERS.map(([folder, kind]) => {
    const sources: readonly Source<object>[] = written[folder];
    return [folder, sources.map(({ file, value }) => ({ file, value: compileWritten(kind, value, common) }))];
  });
  return composeVersions(Object.fromEntries(folders) as Definitions);
}

/** Finds references to common fields that do not exist, and texts that cannot be parsed. */
export function textProblems(written: Definitions): Problem[] {
  const common = commonFieldsOf(written);
  const known = [...common.keys()].map((name) => `fields/${name}`);
  return FOLDERS.flatMap(([folder, kind]) =>
    (written[folder] as readonly Source<object>[]).flatMap(({ file, value }) => {
      const { problems, lost } = compileOne(kind, value, common);
      return [
        ...lost.map(({ pointer, name }) =>
          problemOf(file, pointer, 'commonUnknown', { name, known: choice(`fields/${name}`, known) }),
        ),
        ...problems.flatMap(({ pointer, at, text }) => {
          // A text of a common field is reported in the file of that field.
          const found = findText(kind, value, pointer);
          return found
            ? [{ file, pointer: found.pointer, message: text.en, zh: text.zh, expression: found.written, at }]
            : [];
        }),
      ];
    }),
  );
}

/** Returns the reference through which a pointer leads into a common field. Null if it remains in the definition. */
function findReference(written: unknown, pointer: string): string | null {
  let place = written;
  let at = '';
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const list: readonly unknown[] | null = Array.isArray(place) ? place : null;
    const inner = list ? list[Number(name)] : isObject(place) ? place[name] : undefined;
    if (inner === undefined) return isObject(place) && '$ref' in place ? `${at}/$ref` : null;
    place = inner;
    at = `${at}/${part}`;
  }
  return null;
}

interface Place {
  pointer: string;
  written: string;
  /** The place in the compiled text. */
  below: string;
}

/** Returns the text of a definition in which a pointer ends. */
function findText(kind: string, written: object, pointer: string): Place | null {
  if (!hasTexts(kind)) return null;
  let found: Place | null = null;
  replaceTexts(kind, written, (text, _sort, at) => {
    const isAround = pointer === at || pointer.startsWith(`${at}/`);
    if (isAround && typeof text === 'string')
      found = { pointer: at, written: text, below: pointer.slice(at.length) };
    return text;
  });
  return found;
}

/** Returns the wrong character. A problem of a roll-up names a field, others name a part of the expression. */
function findCharacter({ written, below }: Place): number {
  const [, field] = /^\/properties\/(\w+)/.exec(below) ?? [];
  if (field !== undefined) return Math.max(written.search(new RegExp(`\\b${field}\\b`)), 0);
  const parsed = parseText(written);
  return 'placeOf' in parsed ? parsed.placeOf(below) : parsed.at;
}

/** Moves problems of compiled texts to their characters in the texts. */
export function placeProblems(written: Definitions, problems: readonly Problem[]): Problem[] {
  if (problems.length === 0) return [];
  const sources = new Map(
    FOLDERS.flatMap(([folder, kind]) =>
      (written[folder] as readonly Source<object>[]).map(
        ({ file, value }) => [file, { kind, value }] as const,
      ),
    ),
  );
  return problems.map((problem) => {
    const source = sources.get(problem.file);
    const place = source && findText(source.kind, source.value, problem.pointer);
    if (!place) {
      const reference = source && findReference(source.value, problem.pointer);
      return reference ? { ...problem, pointer: reference } : problem;
    }
    return { ...problem, pointer: place.pointer, expression: place.written, at: findCharacter(place) };
  });
}
