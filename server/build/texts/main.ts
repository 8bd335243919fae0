/**
 * `npm run texts -- de` counts the texts that the pack of a language lacks. With the name of a floor it prints these
 * texts as entries of that floor's file.
 */
import { join } from 'node:path';
import { readPack } from '../../platform/languagePacks.ts';
import { collectTexts, countLine, FLOORS, isFloor, listLacking, writeEntries } from './collectTexts.ts';

const [lang, minFloor] = process.argv.slice(2);
if (lang === undefined || (minFloor !== undefined && !isFloor(minFloor))) {
  console.error(`Usage: npm run texts -- <language> [${FLOORS.join(' | ')}]`);
  process.exit(1);
}

const texts = collectTexts(join(import.meta.dirname, '../../..'));
const pack = readPack(lang);
if (minFloor) process.stdout.write(writeEntries(listLacking(texts[minFloor], pack)));
else
  for (const floor of FLOORS)
    console.log(countLine(floor, listLacking(texts[floor], pack).length, texts[floor].length));
