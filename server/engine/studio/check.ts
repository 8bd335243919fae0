import type { Entity, Page } from '../../../codegen/definition.ts';
import type { OperationInfo } from '../../../generated/operations.ts';
import { documentProblems } from './documents.ts';
import { checkDefinitions, findSource, mergeDefinitions, newFile, type Repository } from './repository.ts';
import { entityProblems, pageProblems } from './rules.ts';
import { studioProblem } from './texts.ts';
import { type Document, type StudioProblem, type Subject, subjectKey } from './types.ts';

export interface CheckContext {
  repository: Repository;
  /** The definitions that hold beside the document. */
  holding: readonly (Subject & { document: Document })[];
  operations: readonly OperationInfo[];
  tables: ReadonlySet<string>;
}

/** Every problem of a document, as the codegen and the rules of the studio see it; `name` is null for a new one. */
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
  const subject = { kind, name: newName };
  const { repository, holding } = context;
  const keys = [...holding.map(subjectKey)];
  if (name === null && (findSource(repository.definitions, subject) || keys.includes(subjectKey(subject))))
    return [studioProblem('/name', 'nameTaken', { name: newName })];

  const others = holding.filter((change) => subjectKey(change) !== subjectKey(subject));
  const definitions = mergeDefinitions(repository.definitions, [...others, { ...subject, document }]);
  const file = findSource(repository.definitions, subject)?.file ?? newFile(subject);
  const problems = checkDefinitions(repository.check, definitions).map(
    (problem): StudioProblem => ({
      file: problem.file === file ? null : problem.file,
      pointer: problem.pointer,
      en: problem.message,
      zh: problem.zh,
    }),
  );
  if (problems.length > 0) return problems;
  if (kind === 'entity') return entityProblems(document as unknown as Entity, context);
  if (kind === 'page') return pageProblems(document as unknown as Page, context);
  return [];
}
