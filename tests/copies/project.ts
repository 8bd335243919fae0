/** Reads the parts of a family of records: its definitions, its pages and its calls. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { load } from 'js-yaml';
import { snake } from '../../server/platform/db/tables/names.ts';
import type { Family } from './families.ts';
import type { Json, Names } from './renaming.ts';

interface Values {
  [key: string]: Json;
}

export interface Definition {
  file: string;
  json: Values;
}

export interface Call {
  path: string;
  method: string;
  operation: Values;
}

export interface Parts {
  definitions: readonly Definition[];
  /** Common fields that refer to records of the family. */
  fields: readonly Definition[];
  calls: readonly Call[];
  names: Names;
}

function readDefinitions(root: string, kind: string): Definition[] {
  return globSync(`schemas/${kind}/**/*.json`, { cwd: root })
    .toSorted()
    .map((file) => ({ file, json: JSON.parse(readFileSync(join(root, file), 'utf8')) as Values }));
}

const named = (all: readonly Definition[]): string[] => all.map(({ json }) => String(json.name));

/** Returns the pages that show only the family. A page of tabs includes only these pages. */
function pagesOf(all: readonly Definition[], family: Family, statistics: readonly string[]): Definition[] {
  const isShown = ({ json: { kind, entity, report } }: Definition): boolean => {
    if (kind === 'list') return family.entities.includes(String(entity));
    if (kind !== 'report') return false;
    const { blocks } = report as unknown as { blocks: readonly { statistic?: string }[] };
    return blocks.every(({ statistic }) => statistic !== undefined && statistics.includes(statistic));
  };
  const shown = all.filter(isShown);
  const names = named(shown);
  const tabbed = all.flatMap(({ file, json }) => {
    const tabs = ((json.tabs ?? []) as string[]).filter((tab) => names.includes(tab));
    return tabs.length === 0 ? [] : [{ file, json: { ...json, tabs } }];
  });
  return [...shown, ...tabbed];
}

/** Returns the calls that are lines of the description. A call with its own handler has no copy. */
function callsOf(root: string, names: ReadonlySet<string>): Call[] {
  const described = globSync('openapi/*.yaml', { cwd: root })
    .toSorted()
    .map((file) => load(readFileSync(join(root, file), 'utf8')) as { paths: Record<string, Values> });
  return described.flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, one]) => {
        const { 'x-call': _, ...operation } = one as Values;
        const action = operation['x-action'] as { entity?: string; statistic?: string } | undefined;
        const of = action?.entity ?? action?.statistic;
        return of !== undefined && names.has(of) ? [{ path, method, operation }] : [];
      }),
    ),
  );
}

const referredBy = ({ json: { field } }: Definition): Json | undefined => (field as Values)['x-ref'];

/** Definitions name a common field with its folder. */
const wordOfField = ({ json: { name } }: Definition): string => `fields/${name}`;

const titlesOf = ({ json: { title } }: Definition): string[] =>
  Object.values(title as Record<string, string>);

export function readParts(root: string, family: Family): Parts {
  const entities = readDefinitions(root, 'entities').filter(({ json }) =>
    family.entities.includes(String(json.name)),
  );
  const isOf = ({ json }: Definition) => family.entities.includes(String(json.of));
  const statistics = readDefinitions(root, 'statistics').filter(isOf);
  const documents = readDefinitions(root, 'documents').filter(isOf);
  const pages = pagesOf(readDefinitions(root, 'pages'), family, named(statistics));
  const fields = readDefinitions(root, 'fields').filter((one) =>
    family.entities.includes(String(referredBy(one))),
  );
  const calls = callsOf(root, new Set([...family.entities, ...named(statistics)]));
  const bases = entities.map(({ json }) => (json.api as { base: string }).base.split('/')[2] ?? '');
  const definitions = [...entities, ...statistics, ...documents, ...pages];
  const words = [
    ...named([...entities, ...statistics, ...documents]),
    ...fields.map(wordOfField),
    ...family.entities.map(snake),
    ...bases,
    ...calls.map(({ operation }) => String(operation.operationId)),
    ...family.lines.map(([, mark]) => mark).filter((mark) => /^\w+$/.test(mark)),
  ];
  const files = [
    ...family.demo.map((name) => basename(name)),
    ...family.tests.map((test) => /([^/]+)\.ts$/.exec(test)?.[1] ?? ''),
  ];
  const names = {
    words: [...new Set(words)],
    pages: named(pages),
    routes: pages.map(({ json }) => String(json.route)),
    titles: [...new Set([...entities, ...documents, ...pages].flatMap(titlesOf))],
    files,
  };
  return { definitions, fields, calls, names };
}
