import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lookupProblems } from './check/checkLookup.ts';
import { rightsProblems } from './check/checkRights.ts';
import { completeWidgets } from './check/screens/widgetOptions.ts';
import { type Check, createCheck } from './check.ts';
import { compileDefinitions } from './compile.ts';
import { entityPages } from './definition/entityPage.ts';
import { composeRecords } from './definition/lines.ts';
import { fieldTypesFile } from './fieldTypes.ts';
import { createLane } from './lane.ts';
import { filesBelow, loadDefinitions, loadMetas } from './load.ts';
import { DefinitionError } from './problem.ts';
import { createRead } from './readCached.ts';
import { answersFile } from './write/answers.ts';
import { bundleOpenApi } from './write/bundle.ts';
import {
  callPlacesFile,
  callsFile,
  corePlacesFile,
  entityFiles,
  firstOperationsFile,
  operationRows,
  operationsFile,
  recordTypes,
  registryFiles,
} from './write/registries.ts';
import { controlNames, storyFiles } from './write/stories.ts';
import { databaseFile, tablePlan } from './write/tables.ts';

/** A run after a change reads and checks only the files that changed. */
const readJson = createRead((text): unknown => JSON.parse(text));
let checked: { metas: readonly object[]; check: Check } | undefined;

/** Returns the check by these meta schemas. Compiling them takes longer than checking the definitions. */
function findCheck(metas: readonly object[]): Check {
  const isSame =
    checked?.metas.length === metas.length && metas.every((meta, at) => meta === checked?.metas[at]);
  if (!isSame || !checked) checked = { metas, check: createCheck(metas) };
  return checked.check;
}

const typesLane = createLane();
const validatorsLane = createLane();

/**
 * Derives `generated/` from `schemas/` and `openapi/` below root. Returns the files by name and writes nothing. Throws
 * DefinitionError with every problem found.
 */
export async function generate(root: string): Promise<Record<string, string>> {
  const definition = typesLane('definitionTypes', root);
  // Prevents an unhandled rejection if the promise fails before it is awaited.
  definition.catch(() => undefined);
  const { definitions: written, problems } = loadDefinitions(root, readJson);
  const completed = { ...written, widgets: completeWidgets(written) };
  const check = findCheck(loadMetas(root, readJson));
  // The names of an unreadable file are missing, so the others are checked separately.
  if (problems.length) throw new DefinitionError([...problems, ...check.shapes(completed)]);
  const wrong = check(completed);
  if (wrong.length) throw new DefinitionError(wrong);
  const compiled = compileDefinitions(completed);
  const whole = { ...compiled, pages: [...written.pages, ...entityPages(written)] };
  const definitions = composeRecords(whole);
  const dictionaries = new Map(definitions.dictionaries.map(({ value }) => [value.name, value]));
  const { entities, widgets } = definitions;
  const validators = validatorsLane('validatorFiles', { entities, widgets }, dictionaries);
  validators.catch(() => undefined);
  const config = typesLane('configTypes', widgets, dictionaries);
  config.catch(() => undefined);
  const { api, problems: apiProblems } = bundleOpenApi(root, definitions, {
    dictionaries,
    validateCall: check.call,
  });
  if (apiProblems.length) throw new DefinitionError(apiProblems);
  const lost = [...lookupProblems(definitions, api), ...rightsProblems(definitions, api)];
  if (lost.length) throw new DefinitionError(lost);
  const description = JSON.stringify(api);
  const apiSource = typesLane('apiTypes', description);
  apiSource.catch(() => undefined);
  const rows = operationRows(api);
  const tables = tablePlan(whole, dictionaries);
  const coreTables = typesLane(
    'coreTablesFile',
    root,
    tables.map(({ table }) => table),
  );
  coreTables.catch(() => undefined);
  const { 'pages.ts': pages = '', ...registries } = registryFiles(
    { ...definitions, fields: written.fields },
    dictionaries,
  );
  const files = {
    'openapi.json': description,
    'operations.ts': operationsFile(rows),
    'callPlaces.ts': callPlacesFile(rows, definitions),
    'corePlaces.ts': corePlacesFile(rows, definitions),
    'firstOperations.ts': firstOperationsFile(rows),
    'answers.ts': answersFile(api),
    'calls.ts': callsFile(rows),
    'tables.json': JSON.stringify(tables, null, 1),
    'database.ts': databaseFile(tables),
    'fieldTypes/index.ts': fieldTypesFile(),
    ...registries,
    ...entityFiles(rows, definitions, dictionaries),
    ...storyFiles(definitions, controlNames(root)),
  };
  return {
    ...files,
    ...(await validators),
    'definition.ts': await definition,
    'types.ts': `${recordTypes(definitions)}\n${await config}`,
    'api.ts': await apiSource,
    'coreTables.ts': await coreTables,
    // Last, because an open browser loads a page as soon as it can show it.
    'pages.ts': pages,
  };
}

/**
 * Replaces a file atomically. Otherwise a watching development server reads an empty file, and misses the second
 * change.
 */
function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}~`, text);
  renameSync(`${path}~`, path);
}

/**
 * Writes only the changed files, so that a watching development server reloads as little as possible. Removes files
 * that are no longer generated.
 */
export function writeGenerated(root: string, files: Record<string, string>): string[] {
  const folder = join(root, 'generated');
  const there = new Set(filesBelow(folder, ''));
  const changed: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    // The directory listing shows which files exist. Opening a missing file takes longer than writing it.
    if (there.delete(path) && readFileSync(path, 'utf8') === text) continue;
    mkdirSync(dirname(path), { recursive: true });
    replaceFile(path, text);
    changed.push(name);
  }
  for (const path of there) rmSync(path);
  return changed;
}
