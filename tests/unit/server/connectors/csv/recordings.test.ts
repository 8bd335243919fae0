import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mappingFile, parseMapping } from '../../../../../server/connectors/csv/mapping.ts';
import { guessDelimiter } from '../../../../../server/connectors/csv/read/delimiter.ts';
import { surveyCsv } from '../../../../../server/connectors/csv/read/detectFormat.ts';
import { inferFile } from '../../../../../server/connectors/csv/read/infer.ts';
import { matchesName } from '../../../../../server/connectors/csv/read/names.ts';
import { openCsv } from '../../../../../server/connectors/csv/read/rows.ts';
import { MAX_COLUMNS } from '../../../../../server/connectors/csv/store/record.ts';
import { playTracks } from '../../../../../server/connectors/replay/play.ts';
import { applyShift, parseSpan, shiftDays } from '../../../../../server/connectors/replay/shift.ts';
import { mergeTracks } from '../../../../../server/connectors/replay/source.ts';

let folder: string;
const at = (text: string): number => Date.parse(text);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wattdeck-recordings-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function makeFile(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

async function readRows(text: string) {
  const path = await makeFile('rows.csv', text);
  const rows = [];
  for await (const row of openCsv(path, { encoding: 'utf-8', delimiter: ',' }).rows)
    rows.push('broken' in row ? [row.line, 'broken'] : [row.line, ...row.cells]);
  const [[, ...header] = [], ...rest] = rows;
  return { header, rows: rest };
}

async function infer(name: string, text: string) {
  return inferFile(name, await surveyCsv(await makeFile(name, text), {}));
}

describe('a CSV file', () => {
  it('names the line each record begins on, past empty lines and line breaks in cells', async () => {
    const { header, rows } = await readRows('\uFEFFtime,a\n1,x\n\n2,"y\nz"\n3,w\n');
    expect(header).toEqual(['time', 'a']);
    expect(rows).toEqual([
      [2, '1', 'x'],
      [4, '2', 'y\nz'],
      [6, '3', 'w'],
    ]);
  });

  it('continues after a damaged line, and after a quote that is never closed', async () => {
    const damaged = await readRows('time,a\n1,x\n2,"y"z\n3,w\n');
    expect(damaged.rows).toEqual([
      [2, '1', 'x'],
      [3, 'broken'],
      [4, '3', 'w'],
    ]);
    const open = await readRows('time,a\r\n1,"x\r\n2,y\r\n3,"w ""q"" v"');
    expect(open.rows).toEqual([
      [2, 'broken'],
      [3, '2', 'y'],
      [4, '3', 'w "q" v'],
    ]);
  });

  it('may have quotes inside a cell, and empty cells', async () => {
    const { rows } = await readRows('time,a,b\n1,5" pipe,\n,"",x\n');
    expect(rows).toEqual([
      [2, '1', '5" pipe', ''],
      [3, '', '', 'x'],
    ]);
  });

  it('is separated as its first lines show, whatever its decimals are', () => {
    expect([['a,b'], ['a;b,c;d'], ['a\tb'], ['one']].map(guessDelimiter)).toEqual([',', ';', '\t', ',']);
    expect(guessDelimiter(['Zeit;P', '10.10.2021;1,5', '11.10.2021;2,5'])).toBe(';');
    expect(guessDelimiter(['10.10.2021 00:00;1,5;2,5', '10.10.2021 00:15;1,75;2,5'])).toBe(';');
  });

  it('without anything is refused', async () => {
    await expect(surveyCsv(await makeFile('empty.csv', ''), {})).rejects.toMatchObject({
      key: 'import.empty',
    });
  });

  it('is read line by line in bounded memory and time, whatever its quotes are', async () => {
    await expect(readRows(`time,a\n1,${'x'.repeat(2_000_000)}\n`)).rejects.toMatchObject({
      key: 'import.lineTooLong',
    });
    // Each line opens a quote that is never closed. Every line could therefore begin a quoted value over all
    // following lines.
    const { rows } = await readRows(`time,a\n${'1,"x\n'.repeat(20_000)}`);
    expect(rows).toHaveLength(20_000);
  });

  it.each([
    ['of names', 'a,'.repeat(MAX_COLUMNS)],
    ['in quotes', '"a",'.repeat(MAX_COLUMNS)],
    ['that fill the longest line', ','.repeat(1024 * 1024)],
  ])('with too many columns %s is refused, and none of those beyond is read', async (_, line) => {
    const { header } = await readRows(`${line}\n1,2\n`);
    expect(header).toHaveLength(MAX_COLUMNS + 1);
    const path = await makeFile('wide.csv', `${line}\n`.repeat(60));
    await expect(surveyCsv(path, {})).rejects.toMatchObject({
      key: 'import.tooManyColumns',
      params: { limit: MAX_COLUMNS },
      extras: { field: '/file' },
    });
  });

  it('is read up to the maximum width', async () => {
    const line = Array.from({ length: MAX_COLUMNS }, (_, index) => `c${index}`).join(',');
    expect((await surveyCsv(await makeFile('wide.csv', `${line}\n`), {})).columns).toHaveLength(MAX_COLUMNS);
  });
});

describe('a mapping', () => {
  it('that the project contains is valid and matches its files', async () => {
    const text = await readFile(
      new URL('../../../../../schemas/imports/site-sample.json', import.meta.url),
      'utf8',
    );
    const mapping = await parseMapping(text);
    expect(mapping.files).toHaveLength(7);
    expect(mappingFile(mapping, 'PV_SERF_EAST_15min.csv')?.device.sn).toBe('pv-serf-east');
  });

  it('that is invalid is reported with the place', async () => {
    await expect(parseMapping('{')).rejects.toThrow('it is not valid JSON');
    await expect(parseMapping('{"files": []}')).rejects.toThrow('/files must NOT have fewer than 1 items');
  });

  it('matches names with stars only', () => {
    expect(matchesName('meter-2026.csv', 'meter-*.csv')).toBe(true);
    expect(matchesName('METER-a-2026.csv', '*-2026*')).toBe(true);
    expect(matchesName('meterX2026.csv', 'meter.2026.csv')).toBe(false);
    expect(['aba', 'ab', 'aab', 'abab'].map((name) => matchesName(name, 'ab*ab'))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(matchesName('ab', 'ab*b')).toBe(false);
  });

  it('with many stars is matched in linear time, and more than five are refused', async () => {
    expect(matchesName('a'.repeat(100_000), `${'a*'.repeat(90)}b`)).toBe(false);
    const files = (match: string) => ({
      files: [
        {
          match,
          device: { sn: 'd', name: 'd', type: 'other' },
          columns: [{ column: 'a', code: 'a', name: 'a' }],
        },
      ],
    });
    await expect(parseMapping(JSON.stringify(files('a*a*a*a*a*b')))).resolves.toBeDefined();
    await expect(parseMapping(JSON.stringify(files('a*a*a*a*a*a*b')))).rejects.toThrow('/files/0/match');
  });

  it('is guessed from the cells, with units from the names', async () => {
    const file = await infer(
      'my plant.csv',
      'timestamp,ac_power_kw,energy_total_kwh,note\n2026-01-01T00:00:00Z,1,2,x\n2026-01-01T00:15:00Z,1,2,y\n',
    );
    expect(file).toMatchObject({ timeColumn: 'timestamp', device: { sn: 'my-plant', name: 'my plant' } });
    expect(file?.columns.map(({ unit, kind, dataType }) => [unit, kind, dataType])).toEqual([
      ['kW', 'gauge', undefined],
      ['kWh', 'counter', undefined],
      [undefined, undefined, 'text'],
    ]);
    expect(await infer('x.csv', 'a,b\n1,2\n')).toBeNull();
  });
});

describe('the shift of a recording', () => {
  it('moves its last day to today, in local time', () => {
    const zone = 'Europe/Berlin';
    const days = shiftDays(at('2023-06-21T13:00:00+02:00'), at('2026-11-21T00:30:00+01:00'), zone);
    expect(new Date(applyShift(at('2023-06-21T13:00:00+02:00'), days, zone)).toISOString()).toBe(
      '2026-11-21T12:00:00.000Z',
    );
    expect(shiftDays(at('2026-11-21T23:00:00+01:00'), at('2026-11-21T00:30:00+01:00'), zone)).toBe(0);
  });

  it('reads spans', () => {
    expect(['2d', '12h', '30min', 'all', 'soon', '-1d'].map(parseSpan)).toEqual([
      172_800_000,
      43_200_000,
      1_800_000,
      Number.POSITIVE_INFINITY,
      null,
      null,
    ]);
  });
});

describe('a replay', () => {
  const track = async (name: string, lines: string[]) => {
    const path = await makeFile(name, ['timestamp,p_kw', ...lines].join('\n'));
    const file = (await infer(name, ['timestamp,p_kw', ...lines].join('\n')))!;
    file.columns[0]!.dataType = 'number';
    return { recording: { path, name, file }, token: name, zone: 'UTC', days: 0 };
  };

  it('sends all files in order of time, from where it stopped', async () => {
    const tracks = [
      await track('a.csv', ['2026-01-01T00:00:00Z,1', '2026-01-01T02:00:00Z,', '2026-01-01T04:00:00Z,3']),
      await track('b.csv', ['2026-01-01T01:00:00Z,x', '2026-01-01T05:00:00Z,5']),
    ];
    const played: unknown[] = [];
    for await (const { track: own, message } of mergeTracks(tracks, at('2026-01-01T01:00:00Z'))) {
      played.push([own.token, new Date(message.ts).getUTCHours(), message.values.p_kw]);
    }
    expect(played).toEqual([
      ['b.csv', 1, 'x'],
      ['a.csv', 4, 3],
      ['b.csv', 5, 5],
    ]);
  });

  it('keeps its speed only in the live part, and repeats refused points', async () => {
    const { createServer } = await import('node:http');
    const received: { ts: number; real: number }[] = [];
    let refusals = 2;
    let elapsed = 0;
    const clock = {
      now: () => elapsed,
      async sleep(ms: number) {
        elapsed += ms;
      },
    };
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        if (refusals-- > 0) return response.writeHead(429, { 'retry-after': '0' }).end();
        const messages = JSON.parse(body) as { ts: number }[];
        for (const { ts } of messages) received.push({ ts, real: elapsed });
        response.end(
          JSON.stringify({ code: 0, msg: 'ok', data: { accepted: messages.length, rejected: [] } }),
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const start = at('2026-01-01T00:00:00Z');
    const lines = Array.from(
      { length: 24 },
      (_, hour) => `${new Date(start + hour * 3_600_000).toISOString()},${hour}`,
    );
    const tracks = [await track('day.csv', lines)];
    const tally = await playTracks({
      url: `http://127.0.0.1:${port}`,
      tracks,
      from: start,
      liveFrom: start + 12 * 3_600_000,
      speed: 3600 * 12,
      onProgress: async () => {},
      isStopped: () => false,
      clock,
    });
    server.close();
    expect(tally).toMatchObject({ accepted: 24, rejected: 0 });
    expect(received.map(({ ts }) => ts)).toEqual(lines.map((line) => at(line.split(',')[0]!)));
    // Replays the whole history at once, then twelve recorded hours a second. Points less than a tick apart are sent
    // together.
    const hour = 1000 / 12;
    expect(received.slice(0, 12).every(({ real }) => real === 0)).toBe(true);
    for (const [at, { real }] of received.slice(12).entries()) {
      expect(real).toBeGreaterThan(at * hour - 250);
      expect(real).toBeLessThan(at * hour + 250);
    }
    expect(elapsed).toBeGreaterThan(8 * hour);
  });
});
