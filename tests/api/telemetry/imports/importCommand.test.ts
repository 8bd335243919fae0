import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, login, startServer, type TestServer } from '../../../support/server/server.ts';
import { seedSite } from '../../../support/telemetry/telemetry.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
let server: TestServer;
let admin: Client;
let folder: string;

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  await seedSite(server, {
    tenantId: 1,
    station: 'plant',
    zone: 'UTC',
    device: 'd',
    token: 't',
  });
  folder = await mkdtemp(join(tmpdir(), 'wattdeck-folder-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await server?.stop();
});

function command(path: string, args: string[], lang: string) {
  const child = spawn(process.execPath, [join(ROOT, path), ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...{ WATTDECK_URL: server.url, WATTDECK_DATA_DIR: server.config.dataDir },
      ...{ LC_ALL: '', LC_MESSAGES: '', LANG: lang },
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  );
}

const load = (args: string[], lang = 'en_US.UTF-8') => command('server/connectors/csv/main.ts', args, lang);

describe('the import of a folder', () => {
  it('imports each file separately, and lists rejected values with file, line and reason', async () => {
    const files = {
      'a.csv':
        'time,power_kw\n2020-01-01 00:00,1\n2020-01-01 00:15,2\n2020-01-01 00:30,3\n2020-01-01 00:45,4\ngestern,9\n',
      'b.csv': 'name,place\nx,y\n',
      'c.csv': 'Date,P\n1/5/2022 0:00,1\n',
      'd.csv': '',
      'e.csv': 'Zeit;P [kW]\n27.11.2023 00:01:34;1,5\n27.11.2023 00:02:34;--\n',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const rejected = join(folder, 'rejected.txt');
    const { code, output } = await load([folder, '--station', 'plant', '--rejected', rejected]);
    expect(code).toBe(4);
    expect(output).toContain('5 values are stored in station plant');
    expect(output).toContain('1 empty');
    expect(output).toContain('1 of 5 files need a decision');
    expect((await readFile(rejected, 'utf8')).replace('\uFEFF', '').trimEnd().split('\r\n')).toEqual([
      'file,line,column,reason,message,value',
      expect.stringMatching(/^b\.csv,,,fileFailed,.*timeColumn/),
      expect.stringMatching(/^c\.csv,,,fileFailed,.*2022-05-01.*2022-01-05/),
      'd.csv,,,fileFailed,The file is empty,',
      'a.csv,6,time,timeUnreadable,The time cannot be read,gestern',
    ]);
    const found = await admin.call('deviceVariablesOfDevice', { path: { deviceSn: 'e' } });
    expect(found.map(({ code: key, unit }) => [key, unit])).toEqual([['P', 'kW']]);
  });

  it('previews nothing for a station that does not exist, and says when the import would create it', async () => {
    const file = join(folder, 'a.csv');
    const none = await load([file, '--station', 'nowhere', '--dry-run']);
    expect([none.code, none.output]).toEqual([1, 'Wattdeck: there is no station nowhere\n']);
    const mapping = {
      station: { sn: 'later', name: 'Later', timeZone: 'UTC' },
      files: [
        {
          match: 'a.csv',
          device: { sn: 'later-d', name: 'd', type: 'meter' },
          columns: [{ column: 'power_kw', code: 'p', name: 'p' }],
        },
      ],
    };
    const path = join(folder, 'm.json');
    await writeFile(path, JSON.stringify(mapping));
    const made = await load([file, '--mapping', path, '--dry-run']);
    expect(made.output).toContain('the station later does not exist: the import creates it');
    expect(made.output).toContain('4 values would be stored (dry run)');
    await expect(admin.call('stationDetails', { path: { sn: 'later' } })).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe('a command', () => {
  it('uses the language of its terminal by default', async () => {
    const help = async (path: string, lang: string, ...args: string[]) =>
      (await command(path, ['--help', ...args], lang)).output;
    for (const path of ['server/connectors/csv/main.ts', 'server/connectors/replay/main.ts']) {
      expect(await help(path, 'zh_CN.UTF-8')).toContain('[选项]');
      expect(await help(path, 'C')).toContain('[options]');
      expect(await help(path, 'zh_CN.UTF-8', '--lang', 'en')).toContain('[options]');
    }
    const { output } = await load([join(folder, 'none.csv')], 'zh_CN.UTF-8');
    expect(output).toContain('文件或文件夹');
  });
});
