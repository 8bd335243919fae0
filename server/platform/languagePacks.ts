/** Loads the translations for languages other than those in the code and the definitions. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listLangs } from '../../runtime/core/text/lang.ts';
import { type Phrases, setPhrases } from '../../runtime/core/text/pickText.ts';

const FOLDER = join(import.meta.dirname, '../../runtime/kit/i18n');

/** Reads all texts of a language pack, one file per area. */
export function readPack(lang: string, folder = FOLDER): Phrases {
  const own = join(folder, lang);
  const files = existsSync(own) ? globSync('*.json', { cwd: own }) : [];
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(join(own, file), 'utf8'))));
}

for (const lang of listLangs()) setPhrases(lang, readPack(lang));
