import type { Entity, Page } from '../../codegen/definition.ts';
import type { OperationInfo } from '../../generated/operations.ts';
import { document_problems } from './documents.ts';
import {
  definitions_check,
  definitions_merge,
  file_new,
  type Repository,
  source_find,
} from './repository.ts';
import { entity_problems, page_problems } from './rules.ts';
import { studio_problem } from './texts.ts';
import { type Document, type StudioProblem, type Subject, subject_key } from './types.ts';

export interface CheckContext {
  repository: Repository;
  /** What holds beside the document. */
  holding: readonly (Subject & { document: Document })[];
  operations: readonly OperationInfo[];
  tables: ReadonlySet<string>;
}

/** Every problem of a document, as the codegen and the rules of the studio see it; `name` is null for a new one. */
export function studio_check(
  context: CheckContext,
  kind: Subject['kind'],
  name: string | null,
  document: Document,
): StudioProblem[] {
  const unfit = document_problems(document);
  if (unfit.length > 0) return unfit;
  const own = String(document.name);
  if (name !== null && own !== name) return [studio_problem('/name', 'renamed')];
  const subject = { kind, name: own };
  const { repository, holding } = context;
  const known = [...holding.map(subject_key)];
  if (name === null && (source_find(repository.definitions, subject) || known.includes(subject_key(subject))))
    return [studio_problem('/name', 'nameTaken', { name: own })];

  const others = holding.filter((change) => subject_key(change) !== subject_key(subject));
  const definitions = definitions_merge(repository.definitions, [...others, { ...subject, document }]);
  const file = source_find(repository.definitions, subject)?.file ?? file_new(subject);
  const problems = definitions_check(repository.check, definitions).map(
    (problem): StudioProblem => ({
      file: problem.file === file ? null : problem.file,
      pointer: problem.pointer,
      en: problem.message,
      zh: problem.zh ?? problem.message,
    }),
  );
  if (problems.length > 0) return problems;
  if (kind === 'entity') return entity_problems(document as unknown as Entity, context);
  if (kind === 'page') return page_problems(document as unknown as Page, context);
  return [];
}
