import type { Definitions, Entity, Field, Source } from '../definition/definition.ts';
import { choice, type Problem, problemOf } from '../problem.ts';
import { fieldProblems } from './checkFields.ts';
import { nameProblems } from './checkNames.ts';
import { wordProblems } from './checkWords.ts';
import { acrossProblems } from './records/checkAcross.ts';
import { assemblyProblems } from './records/checkAssembly.ts';
import { entityProblems } from './records/checkEntity.ts';
import { eventProblems } from './records/checkEvents.ts';
import { exchangeProblems } from './records/checkExchange.ts';
import { flowProblems } from './records/checkFlow.ts';
import { keptProblems } from './records/checkKept.ts';
import { keptRecordProblems } from './records/checkKeptRecords.ts';
import { markProblems } from './records/checkMarks.ts';
import { moveFigureProblems } from './records/checkMoveFigures.ts';
import { offlineProblems } from './records/checkOffline.ts';
import { peopleProblems } from './records/checkPeople.ts';
import { publicProblems } from './records/checkPublic.ts';
import { ruleProblems } from './records/checkRules.ts';
import { scheduleProblems } from './records/checkSchedule.ts';
import { sealedProblems } from './records/checkSealed.ts';
import { siteProblems } from './records/checkSite.ts';
import { takingProblems } from './records/checkTaking.ts';
import { timeProblems } from './records/checkTime.ts';
import { oneWayProblems, sharedKeyProblems, totalsProblems, uniqueProblems } from './records/checkUnique.ts';
import { versionProblems } from './records/checkVersions.ts';
import { workProblems } from './records/checkWork.ts';
import { CONTEXTS } from './scope.ts';
import { detailProblems } from './screens/checkDetail.ts';
import { displayProblems } from './screens/checkDisplays.ts';
import { documentProblems } from './screens/checkDocuments.ts';
import { layoutProblems } from './screens/checkLayouts.ts';
import { pageProblems } from './screens/checkPages.ts';
import { reportProblems } from './screens/checkReports.ts';
import { sectionProblems } from './screens/checkSections.ts';
import { statisticProblems } from './screens/checkStatistics.ts';
import { optionProblems } from './screens/widgetOptions.ts';

/** Returns the schema of the record that contains these lines. Undefined if the records are not lines. */
function recordOfLine({ of, schema }: Entity, entities: ReadonlyMap<string, Entity>): Field | undefined {
  if (of?.in !== 'form') return undefined;
  return entities.get(schema.properties?.[of.field]?.['x-ref'] ?? '')?.schema;
}

/**
 * Checks what a meta schema cannot express: unique names and names that must exist. The rules of a `composed` record
 * may read its lines.
 */
export function checkReferences(definitions: Definitions, composed: Definitions): Problem[] {
  const knownNames = {
    entities: new Map(composed.entities.map(({ value }) => [value.name, value])),
    dictionaries: new Map(definitions.dictionaries.map(({ value }) => [value.name, value])),
  };
  return [
    ...nameProblems(definitions),
    ...duplicates(definitions.entities, (entity) => entity.name, '/name'),
    ...duplicates(definitions.widgets, (widget) => widget.type, '/type'),
    ...duplicates(definitions.widgetOptions, (option) => option.name, '/name'),
    ...duplicates(definitions.dictionaries, (dictionary) => dictionary.name, '/name'),
    ...duplicates(definitions.pages, (page) => page.name, '/name'),
    ...duplicates(definitions.pages, (page) => page.route, '/route'),
    ...definitions.entities.flatMap((source) => [
      ...entityProblems(source),
      ...siteProblems(source, knownNames.entities),
      ...sealedProblems(source),
    ]),
    ...composed.entities.flatMap((source) => [
      ...fieldProblems(source.file, source.value.schema, '/schema', knownNames),
      ...wordProblems(source.file, source.value.schema, '/schema', 'record', source.value),
      ...ruleProblems(
        source.file,
        source.value.schema,
        '/schema',
        knownNames,
        CONTEXTS.form,
        recordOfLine(source.value, knownNames.entities),
      ),
      ...keptProblems(source, knownNames),
      ...uniqueProblems(source, knownNames),
      ...acrossProblems(source, knownNames),
      ...keptRecordProblems(source, knownNames),
      ...versionProblems(source, knownNames),
      ...oneWayProblems(source, knownNames),
      ...assemblyProblems(source),
      ...totalsProblems(source, knownNames),
      ...markProblems(source),
      ...peopleProblems(source, knownNames),
      ...displayProblems(source, knownNames),
      ...takingProblems(source, knownNames),
      ...publicProblems(source, knownNames),
      ...sectionProblems(source, source.value.schema, knownNames),
      ...flowProblems(source, knownNames),
      ...scheduleProblems(source, knownNames),
      ...timeProblems(source, knownNames),
      ...eventProblems(source, knownNames),
    ]),
    ...sharedKeyProblems(composed.entities),
    ...definitions.widgets.flatMap((source) => [
      ...fieldProblems(source.file, source.value.config, '/config', knownNames),
      ...wordProblems(source.file, source.value.config, '/config', 'widget'),
      ...ruleProblems(source.file, source.value.config, '/config', knownNames, CONTEXTS.widget),
      ...sectionProblems(source, source.value.config, knownNames),
    ]),
    ...optionProblems(definitions),
    ...duplicates(definitions.statistics, (statistic) => statistic.name, '/name'),
    ...statisticProblems(definitions, knownNames),
    ...duplicates(definitions.documents, (document) => document.name, '/name'),
    ...documentProblems(definitions, knownNames),
    ...pageProblems(definitions, knownNames),
    ...reportProblems(definitions),
    ...layoutProblems(definitions, knownNames),
    ...detailProblems(definitions),
    ...exchangeProblems(definitions, knownNames),
    ...offlineProblems(definitions, knownNames),
    ...workProblems(definitions, knownNames),
    ...moveFigureProblems(definitions),
    ...presetProblems(definitions),
  ];
}

function presetProblems({ dashboards, widgets }: Definitions): Problem[] {
  const types = widgets.map(({ value }) => value.type);
  return dashboards.flatMap(({ file, value: { document } }) =>
    document.widgets.flatMap(({ type, id }, index) => [
      ...(types.includes(type)
        ? []
        : [problemOf(file, `/document/widgets/${index}/type`, 'noWidget', { known: choice(type, types) })]),
      ...(document.layouts.lg.some((item) => item.i === id)
        ? []
        : [problemOf(file, '/document/layouts/lg', 'lacksPlace', { id })]),
    ]),
  );
}

function duplicates<T>(sources: Source<T>[], key: (value: T) => string, pointer: string): Problem[] {
  const seen = new Map<string, string>();
  return sources.flatMap(({ file, value }) => {
    const name = key(value);
    const first = seen.get(name);
    if (first) return [problemOf(file, pointer, 'taken', { name, by: first })];
    seen.set(name, file);
    return [];
  });
}
