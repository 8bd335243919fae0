/** The answers for the page of the studio, in its format. */

import {
  firstDictionary,
  listCall,
  listPage,
  recordDocument,
  recordStatistic,
  scaffold,
} from '../../../codegen/write/templates.ts';
import type { Data } from '../../../generated/calls.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { STUDIO_KINDS, type StudioKind } from '../../../runtime/core/definitions/studioKinds.ts';
import { jsonText } from '../../../runtime/core/text/jsonText.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Session } from '../context.ts';
import type { Studio } from './index.ts';
import { joinLines, linesOf, splitLines } from './lines.ts';
import { type AppliedChange, holds } from './live.ts';
import { findSource, mergeDefinitions, newFile, readEntity, sources } from './repository.ts';
import { changesOf, changesTogether, findChange } from './store.ts';
import { type Document, type Subject, subjectKey } from './types.ts';

type Entry = Data<'studioDefinitions'>[number];
const NO_TITLE = { zh: '', en: '' };

function makeEntry(
  subject: Subject,
  file: string,
  document: Document,
  change: AppliedChange | undefined,
): Entry {
  return {
    kind: subject.kind,
    name: subject.name,
    title: (document.title as Entry['title'] | undefined) ?? NO_TITLE,
    file,
    state: change?.state ?? 'file',
    changedAt: change?.appliedAt ?? null,
    changedBy: change?.appliedByName ?? null,
  };
}

/** Lists everything that can be edited, new definitions last. */
export function listDefinitions(studio: Studio): Entry[] {
  const changes = new Map(studio.held().map((change) => [subjectKey(change), change]));
  const { definitions } = studio.repository();
  const entries = STUDIO_KINDS.flatMap((kind) =>
    sources(definitions, kind).map(({ file, value }) => {
      const subject = { kind, name: value.name };
      const change = changes.get(subjectKey(subject));
      changes.delete(subjectKey(subject));
      return makeEntry(subject, file, change?.document ?? (value as unknown as Document), change);
    }),
  );
  return [
    ...entries,
    ...[...changes.values()].map((change) => makeEntry(change, newFile(change), change.document, change)),
  ];
}

/** Returns the current definition, and the one of the repository. */
function documentsOf(studio: Studio, subject: Subject) {
  const source = findSource(studio.repository().definitions, subject);
  const change = studio.held().find((candidate) => subjectKey(candidate) === subjectKey(subject));
  return { source, change, document: change?.document ?? source?.document };
}

export async function showDefinition(
  studio: Studio,
  subject: Subject,
  session: Session,
): Promise<Data<'studioDefinition'>> {
  const { source, change, document } = documentsOf(studio, subject);
  const versions = await changesOf(studio, subject);
  if (!document && versions.length === 0) throw new AppError('http.notFound');
  const { definitions } = studio.repository();
  const lines = linesOf(subject, mergeDefinitions(definitions, studio.held().filter(holds))).map((line) =>
    documentsOf(studio, line),
  );
  const isThere = (found: Document | undefined): found is Document => found !== undefined;
  return {
    ...subject,
    file: source?.file ?? newFile(subject),
    state: change?.state ?? 'file',
    document: joinLines(
      document ?? versions[0]!.document,
      lines.map((line) => line.document).filter(isThere),
    ),
    repository: source
      ? joinLines(source.document, lines.map((line) => line.source?.document).filter(isThere))
      : null,
    base: Math.max(change?.id ?? 0, ...lines.map((line) => line.change?.id ?? 0)),
    problems: change?.problems ?? [],
    history: versions.map(({ id, appliedAt, appliedByName, undoneAt, undoneByName, granted }) => ({
      id,
      appliedAt,
      appliedByName,
      undoneAt,
      undoneByName,
      roles: granted.map(({ role }) => role),
    })),
    mayApply: session.admin,
  };
}

/** Returns the definitions of a change as they were edited: the record with its lines. */
export async function showVersion(studio: Studio, id: number): Promise<Data<'studioChange'>> {
  const change = await findChange(studio, id);
  if (!change) throw new AppError('http.notFound');
  // A change of the menu also changes other definitions, which are not lines of the record.
  const together = (await changesTogether(studio, change)).filter(({ kind }) => kind === 'entity');
  const entities = together.map(({ document }) => ({ file: '', value: readEntity(document) }));
  const lines = new Set(linesOf(change, { entities }).map(({ name }) => name));
  const others = together.filter(({ name }) => lines.has(name));
  const previous = others.flatMap((one) => (one.previous ? [one.previous] : []));
  return {
    id: change.id,
    document: joinLines(
      change.document,
      others.map(({ document }) => document),
    ),
    previous: change.previous && joinLines(change.previous, previous),
  };
}

export function makeExport(studio: Studio, kind: StudioKind, document: Document): Data<'studioExport'> {
  const { definitions } = studio.repository();
  return splitLines({ kind, name: String(document.name) }, document).map((part) => ({
    path: findSource(definitions, part)?.file ?? newFile(part),
    text: jsonText(part.document),
  }));
}

/**
 * Returns a template. A page lists the entity of that name. A document, a statistic and a call belong to the entity `of`.
 */
export function makeTemplate(kind: StudioKind, name: string, of = ''): Document {
  if (kind === 'document' || kind === 'statistic' || kind === 'call') {
    const entity = entityRegistry.get(of);
    if (!entity) throw new AppError('entity.badReference', { field: of }, { field: '/query/of' });
    if (kind === 'call') return listCall(name, entity);
    return kind === 'document' ? recordDocument(name, entity) : recordStatistic(name, entity);
  }
  if (kind === 'dictionary') return firstDictionary(name);
  if (kind === 'dashboard')
    return {
      $schema: '../meta/preset.schema.json',
      name,
      title: { zh: name, en: name },
      document: { version: 1, widgets: [], layouts: { lg: [] } },
    };
  if (kind === 'page') return listPage(name) as Document;
  const files = scaffold('entity', name);
  return JSON.parse(files[newFile({ kind, name })]!) as Document;
}

const NOTHING_NEW = {
  ...{ entities: {}, pages: {}, dashboards: {}, documents: {}, statistics: {}, dictionaries: {} },
  ...{ operations: {}, validators: {} },
};

export const showOverlay = (studio: Studio, since: string | undefined): Data<'studioApplied'> => {
  const changed = studio.revision() !== since;
  const { addition, ...overlay } = studio.overlay();
  const operations = Object.fromEntries(addition.operations.map((info) => [info.id, info]));
  return {
    revision: studio.revision(),
    changed,
    ...(changed ? { ...overlay, operations } : NOTHING_NEW),
  };
};
