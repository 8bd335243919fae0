/** The distributed tables of a cluster, the platform's functions, and the functions that exist on the nodes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_FUNCTIONS, SPREAD_TABLES } from '../../../../server/platform/db/tables/distribute.ts';
import type { Spread } from './statementRule.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', '..', 'server', 'platform', 'db');

/** Reads all functions that the files of the schema create. */
function readFunctions(): { name: string; body: string }[] {
  const files = ['schema', 'migrations'].flatMap((folder) =>
    readdirSync(join(FOLDER, folder)).map((name) => join(FOLDER, folder, name)),
  );
  const texts = files.filter((file) => file.endsWith('.sql')).map((file) => readFileSync(file, 'utf8'));
  return texts.flatMap((text) =>
    [...text.matchAll(/create (?:or replace )?function (\w+)[\s\S]*?\$\$([\s\S]*?)\$\$/g)].map(
      ([, name = '', body = '']) => ({ name, body }),
    ),
  );
}

const bodies = readFunctions();

export const SPREAD: Spread & { bodies: readonly { name: string; body: string }[] } = {
  tables: SPREAD_TABLES,
  functions: bodies.map(({ name }) => name),
  onNodes: NODE_FUNCTIONS.map((signature) => signature.replace(/\(.*/, '')),
  bodies,
};
