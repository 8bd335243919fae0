/** The screen of the studio gets its answers in the shape that is made here. */
import { jsonText } from '../../../codegen/jsonText.ts';
import { listPage, recordDocument, recordStatistic, scaffold } from '../../../codegen/templates.ts';
import type { Data } from '../../../generated/calls.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { STUDIO_KINDS, type StudioKind } from '../../../runtime/core/definitions/studioKinds.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Session } from '../context.ts';
import type { Studio } from './index.ts';
import type { HeldChange } from './live.ts';
import { FOLDERS, findSource, newFile } from './repository.ts';
import { changesOf, findChange } from './store.ts';
import { type Document, type Subject, subjectKey } from './types.ts';

type Entry = Data<'studioDefinitions'>[number];
const NO_TITLE = { zh: '', en: '' };

function makeEntry(
  subject: Subject,
  file: string,
  document: Document,
  change: HeldChange | undefined,
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

/** Everything that can be edited, new definitions last. */
export function listDefinitions(studio: Studio): Entry[] {
  const changes = new Map(studio.held().map((change) => [subjectKey(change), change]));
  const { definitions } = studio.repository();
  const entries = STUDIO_KINDS.flatMap((kind) =>
    definitions[FOLDERS[kind]].map(({ file, value }) => {
      const subject = { kind, name: (value as { name: string }).name };
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

export async function showDefinition(
  studio: Studio,
  subject: Subject,
  session: Session,
): Promise<Data<'studioDefinition'>> {
  const source = findSource(studio.repository().definitions, subject);
  const change = studio.held().find((candidate) => subjectKey(candidate) === subjectKey(subject));
  const document = change?.document ?? source?.document;
  const versions = await changesOf(studio, subject);
  if (!document && versions.length === 0) throw new AppError('http.notFound');
  return {
    ...subject,
    file: source?.file ?? newFile(subject),
    state: change?.state ?? 'file',
    document: document ?? versions[0]!.document,
    repository: source?.document ?? null,
    base: change?.id ?? 0,
    problems: change?.problems ?? [],
    history: versions.map(({ id, appliedAt, appliedByName, undoneAt, undoneByName }) => ({
      id,
      appliedAt,
      appliedByName,
      undoneAt,
      undoneByName,
    })),
    mayApply: session.admin,
  };
}

export async function showVersion(studio: Studio, id: number): Promise<Data<'studioChange'>> {
  const change = await findChange(studio, id);
  if (!change) throw new AppError('http.notFound');
  return { id: change.id, document: change.document, previous: change.previous };
}

export function makeExport(studio: Studio, kind: StudioKind, document: Document): Data<'studioExport'> {
  const subject = { kind, name: String(document.name) };
  return {
    path: findSource(studio.repository().definitions, subject)?.file ?? newFile(subject),
    text: jsonText(document),
  };
}

/** A page's template lists the entity of the name; a document and a statistic are of the entity `of`. */
export function makeTemplate(kind: StudioKind, name: string, of = ''): Document {
  if (kind === 'document' || kind === 'statistic') {
    const entity = entityRegistry.get(of);
    if (!entity) throw new AppError('entity.badReference', { field: of }, { field: '/query/of' });
    return kind === 'document' ? recordDocument(name, entity) : recordStatistic(name, entity);
  }
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
  ...{ entities: {}, pages: {}, dashboards: {}, documents: {}, statistics: {} },
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
