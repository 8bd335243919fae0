/** Checks that the linter cannot do: structure, and the description of the calls. Each breach is one line. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { commentBreaches } from './comments.ts';
import { readCommits, subjectBreaches } from './commitSubjects.ts';
import { lintDescription } from './description.ts';
import { findBreaches } from './finds.ts';
import { folderBreaches } from './folderSize.ts';
import { functionBreaches } from './functionLength.ts';
import { reachBreaches } from './insideReach.ts';
import { metaBreaches } from './metaDescriptions.ts';
import { MIGRATIONS, migrationBreaches } from './migrations.ts';
import { wayBreaches, wayReasonBreaches } from './oneWay.ts';
import { plainBreaches } from './plainEnglish.ts';
import { scopedAccessBreaches } from './scopedAccess.ts';
import { sleepBreaches } from './sleeps.ts';
import { speedBreaches } from './speed.ts';
import { sqlBreaches } from './sqlSpelling.ts';
import { languageBreaches } from './testLanguage.ts';
import { textKeyBreaches } from './textKeys.ts';
import { timerBreaches, timerRowBreaches } from './timers.ts';
import { houseSynonyms, wordBreaches } from './words.ts';

const MAX_LINES = 400;
const ROOT = resolve(import.meta.dirname, '../..');
/** Third-party code, and files that are generated from the project. */
const LEFT_OUT = ['node_modules', 'generated', 'dist', 'data'];

const files = globSync('**/*.{ts,tsx,css}', { cwd: ROOT, exclude: LEFT_OUT }).map((file) => ({
  file,
  text: readFileSync(resolve(ROOT, file), 'utf8'),
}));
const documents = globSync('{README.md,docs/**/*.md}', { cwd: ROOT });
const definitions = globSync('{schemas,pages,runtime,widgets}/**/*.json', { cwd: ROOT });
const calls = globSync('openapi/*.yaml', { cwd: ROOT });
const synonyms = houseSynonyms(ROOT);

const breaches = files.flatMap(({ file, text }) => {
  const lines = text.split('\n').length - 1;
  const long =
    lines > MAX_LINES ? [`${file}: ${lines} lines, ${MAX_LINES} are allowed: split it by what it does`] : [];
  return [
    ...long,
    ...scopedAccessBreaches(file, text),
    ...timerBreaches(file, text),
    ...sleepBreaches(file, text),
    ...speedBreaches(file, text),
    ...findBreaches(file, text),
    ...languageBreaches(file, text),
    ...commentBreaches(file, text),
    ...sqlBreaches(file, text),
    ...wayBreaches(file, text),
    ...wordBreaches(file, text, synonyms),
    ...plainBreaches(file, text),
  ];
});
for (const file of [...documents, ...definitions, ...calls]) {
  const text = readFileSync(resolve(ROOT, file), 'utf8');
  breaches.push(...wordBreaches(file, text, synonyms), ...plainBreaches(file, text));
}
for (const file of globSync('schemas/meta/*.json', { cwd: ROOT }))
  breaches.push(...metaBreaches(file, readFileSync(resolve(ROOT, file), 'utf8')));
for (const file of globSync('server/**/*.sql', { cwd: ROOT }))
  breaches.push(...plainBreaches(file, readFileSync(resolve(ROOT, file), 'utf8')));

const { version } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8')) as { version: string };
breaches.push(...migrationBreaches(version, readdirSync(resolve(ROOT, MIGRATIONS))));
breaches.push(...folderBreaches(files.map(({ file }) => file)));
breaches.push(...reachBreaches(files));
breaches.push(...timerRowBreaches(files, readFileSync(resolve(ROOT, 'docs/architecture.md'), 'utf8')));
breaches.push(...wayReasonBreaches(files));
breaches.push(...textKeyBreaches(files));
breaches.push(...functionBreaches(files.filter(({ file }) => !file.endsWith('.css'))));

const commits = readCommits(ROOT);
if (commits) breaches.push(...subjectBreaches(commits));
else console.log('The subjects of commits are not looked at: this copy has no history.');

const description = resolve(ROOT, 'generated/openapi.json');
if (existsSync(description)) breaches.push(...(await lintDescription(description)));

for (const breach of breaches) console.error(breach);
if (breaches.length) process.exitCode = 1;
