import type { Call, Definitions, Dictionary, Page } from '../../../codegen/definition/definition.ts';
import type { OperationInfo } from '../../../generated/operations.ts';
import { documentProblems } from './documents.ts';
import { linesOf, type Part, partsNew, splitLines } from './lines.ts';
import { findSource, mergeDefinitions, newFile, type Repository, readEntity } from './repository.ts';
import { callProblems, dictionaryProblems, entityProblems, pageProblems } from './rules.ts';
import { studioProblem } from './texts.ts';
import { type Document, type StudioProblem, type Subject, subjectKey } from './types.ts';

export interface CheckContext {
  repository: Repository;
  /** The current definitions in addition to the document. */
  holding: readonly (Subject & { document: Document })[];
  /** The current definitions. */
  definitions: Definitions;
  operations: readonly OperationInfo[];
  tables: ReadonlySet<string>;
}

/** Returns every problem of a document by the rules of the codegen and the studio. `name` is null for a new one. */
export function checkStudio(
  context: CheckContext,
  kind: Subject['kind'],
  name: string | null,
  document: Document,
): StudioProblem[] {
  const unfit = documentProblems(document);
  if (unfit.length > 0) return unfit;
  const newName = String(document.name);
  if (name !== null && newName !== name) return [studioProblem('/name', 'renamed')];
  const parts = splitLines({ kind, name: newName }, document);
  const misnamed = nameProblems(context, name, parts, 'lines' in document);
  if (misnamed.length > 0) return misnamed;

  const { repository, holding } = context;
  const keys = new Set(parts.map(subjectKey));
  const others = holding.filter((change) => !keys.has(subjectKey(change)));
  const definitions = mergeDefinitions(repository.definitions, [...others, ...parts]);
  const placeByFile = new Map(
    parts.map((part) => [findSource(repository.definitions, part)?.file ?? newFile(part), part.at]),
  );
  const problems = repository.check(definitions).map((problem): StudioProblem => {
    const place = placeByFile.get(problem.file);
    return {
      file: place === undefined ? problem.file : null,
      pointer: `${place ?? ''}${problem.pointer}`,
      en: problem.message,
      zh: problem.zh,
      ...(problem.at === undefined ? {} : { at: problem.at }),
    };
  });
  return problems.length > 0 ? problems : parts.flatMap((part) => partProblems(context, part));
}

/**
 * Finds problems with names. The names of a new definition and of new lines must be unused. Existing lines
 * keep theirs.
 */
function nameProblems(
  { repository, holding, definitions }: CheckContext,
  name: string | null,
  parts: readonly Part[],
  checksLines: boolean,
): StudioProblem[] {
  const lines = linesOf(parts[0]!, definitions);
  const keys = holding.map(subjectKey);
  const isDuplicate = (part: Part, index: number) =>
    findSource(repository.definitions, part) !== null ||
    keys.includes(subjectKey(part)) ||
    parts.findIndex((other) => other.name === part.name) < index;
  const fresh = partsNew(parts, name === null, lines);
  const twice = fresh.filter((part) => isDuplicate(part, parts.indexOf(part)));
  const left = checksLines ? lines.filter((line) => !parts.some((part) => part.name === line.name)) : [];
  return [
    ...twice.map((part) => studioProblem(`${part.at}/name`, 'nameTaken', { name: part.name })),
    ...left.map((line) => studioProblem('/lines', 'linesStay', { name: line.name })),
  ];
}

/** Finds parts that the codegen accepts, but a running platform does not support. */
function partProblems(context: CheckContext, { kind, document, at }: Part): StudioProblem[] {
  const find: Partial<Record<Part['kind'], () => StudioProblem[]>> = {
    entity: () => entityProblems(readEntity(document), context),
    page: () => pageProblems(document as unknown as Page, context),
    dictionary: () => dictionaryProblems(document as unknown as Dictionary, context),
    call: () => callProblems(document as unknown as Call, context),
  };
  const problems = find[kind]?.() ?? [];
  return problems.map((problem) => ({ ...problem, pointer: at + problem.pointer }));
}
