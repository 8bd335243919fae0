import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleOpenApi } from './bundle.ts';
import { checkDefinitions } from './check.ts';
import { FORMATS } from './formats.ts';
import { loadDefinitions } from './load.ts';
import { DefinitionError } from './problem.ts';
import { callsFile, operationRows, operationsFile, registryFiles } from './registries.ts';
import { controlNames, storyFiles } from './stories.ts';
import { databaseFile, tablePlan } from './tables.ts';
import { apiTypes, configTypes, definitionTypes, recordTypes } from './types.ts';
import { validatorFiles } from './validators.ts';

/**
 * Derives `generated/` from `schemas/` and `openapi/` below root.
 * Answers the files by name; writes nothing. Throws DefinitionError with every problem found.
 */
export async function generate(root: string): Promise<Record<string, string>> {
  const { definitions, problems } = loadDefinitions(root);
  if (problems.length) throw new DefinitionError(problems);
  const wrong = checkDefinitions(root, definitions);
  if (wrong.length) throw new DefinitionError(wrong);
  const dictionaries = new Map(definitions.dictionaries.map(({ value }) => [value.name, value]));
  const { api, problems: apiProblems } = bundleOpenApi(root, definitions, dictionaries);
  if (apiProblems.length) throw new DefinitionError(apiProblems);
  const rows = operationRows(api);
  const tables = tablePlan(definitions, dictionaries);
  const [definition, config, apiSource] = await Promise.all([
    definitionTypes(root),
    configTypes(definitions, dictionaries),
    apiTypes(api),
  ]);
  return {
    'definition.ts': definition,
    'types.ts': `${recordTypes(definitions)}\n${config}`,
    'api.ts': apiSource,
    'openapi.json': JSON.stringify(api),
    'operations.ts': operationsFile(rows),
    'calls.ts': callsFile(rows),
    'tables.json': JSON.stringify(tables, null, 1),
    'database.ts': databaseFile(tables),
    'formats.ts': `/** The string formats of the definitions. */\nexport const FORMATS: Record<string, RegExp> = {\n${Object.entries(
      FORMATS,
    )
      .map(([name, pattern]) => `  '${name}': ${pattern},`)
      .join('\n')}\n};\n`,
    ...registryFiles(definitions, dictionaries),
    ...validatorFiles(definitions, dictionaries),
    ...storyFiles(definitions, controlNames(root)),
  };
}

/** Writes only what changed, so that a watching development server reloads no more than it must; removes what is left over. */
export function writeGenerated(root: string, files: Record<string, string>): string[] {
  const folder = join(root, 'generated');
  const changed: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    if (readOrNull(path) === text) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    changed.push(name);
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (!(name.replaceAll('\\', '/') in files) && statSync(path).isFile()) rmSync(path);
  }
  return changed;
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
