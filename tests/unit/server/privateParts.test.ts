/**
 * Lists the private parts of libraries that we use nevertheless. Before you enter the number of a new version
 * here, check three points. The member must exist, it must be called as before, and there may now be a public
 * alternative.
 */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import deepEquals from '@rjsf/utils/lib/deepEquals.js';
import { MqttClient } from 'mqtt';
import pg from 'pg';
import { createMemoryRouter } from 'react-router';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const require = createRequire(import.meta.url);

interface PrivatePart {
  library: string;
  version: string;
  file: string;
  /** The functions that are used, by name. */
  members: () => Record<string, unknown>;
}

const pick = (from: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, (from as Record<string, unknown>)[name]]));

const USED: readonly PrivatePart[] = [
  {
    library: '@rjsf/utils',
    version: '6.11.1',
    file: 'runtime/form/values/structuralSharing.ts',
    members: () => ({ deepEquals }),
  },
  {
    library: 'pg',
    version: '8.23.1',
    file: 'server/platform/db/batch.ts',
    members: () => ({
      ...pick(require('pg/lib/utils.js'), ['prepareValue']),
      ...pick(pg.Connection.prototype, [
        'parse',
        'bind',
        'describe',
        'execute',
        'close',
        'sync',
        'sendCopyFail',
      ]),
    }),
  },
  {
    library: 'mqtt',
    version: '5.16.0',
    file: 'server/connectors/mqtt/packets/acknowledge.ts',
    members: () => pick(MqttClient.prototype, ['_sendPacket']),
  },
  {
    library: 'react-router',
    version: '8.5.1',
    file: 'runtime/shell/app/AppRoot.tsx',
    members: () => pick(createMemoryRouter([{ path: '/' }]), ['_internalSetRoutes']),
  },
  {
    library: 'openapi-typescript',
    version: '7.13.0',
    file: 'codegen/write/types.ts',
    members: () => ({
      transformSchema: require('openapi-typescript/dist/transform/index.cjs'),
      ...pick(require('openapi-typescript/dist/lib/ts.cjs'), ['astToString']),
      ...pick(require('openapi-typescript/dist/lib/utils.cjs'), ['resolveRef', 'scanDiscriminators']),
    }),
  },
];

const installedVersion = (library: string): string =>
  (
    JSON.parse(readFileSync(join(ROOT, 'node_modules', library, 'package.json'), 'utf8')) as {
      version: string;
    }
  ).version;

test.each(USED)(
  '$library is the version whose private parts $file knows',
  ({ library, version, members }) => {
    expect(installedVersion(library)).toBe(version);
    const missing = Object.entries(members()).filter(([, member]) => typeof member !== 'function');
    expect(missing.map(([name]) => name)).toEqual([]);
  },
);

test('routes that were set in a running router are those that it matches', async () => {
  const router = createMemoryRouter([{ path: '/', id: 'before' }]);
  router._internalSetRoutes([{ path: '/', id: 'after' }]);
  await router.navigate('/');
  expect(router.state.matches.map(({ route }) => route.id)).toEqual(['after']);
});

/** The manuals of Ajv and pdf.js name these files. Styles and data are not code. */
const PUBLIC =
  /^'(ajv\/dist\/(2020|standalone\/index)\.js|pdfjs-dist\/build\/pdf\.worker\.min\.mjs\?url|[^']+\.css)'$/;
/** Private names in the answers of our own calls. */
const OUR_OWN = ['._actions', '._readonly', '._labels', '._marks', '._below'];
const MEMBER = /\._[a-z]\w*/g;
const INNER_FILE = /'[@a-z][^'\s]*\/(?:lib|dist|build|src)\/[^'\s]+'/g;

test('no other file uses private parts of a library', () => {
  const files = globSync('{codegen,runtime,widgets,pages,server}/**/*.{ts,tsx}', { cwd: ROOT });
  const reaching = files.filter((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const members = (text.match(MEMBER) ?? []).filter((member) => !OUR_OWN.includes(member));
    const inner = (text.match(INNER_FILE) ?? []).filter((name) => !PUBLIC.test(name));
    // A declaration only describes what another file imports.
    return members.length + inner.length > 0 && !file.endsWith('.d.ts');
  });
  expect(reaching.sort()).toEqual(USED.map(({ file }) => file).sort());
});
