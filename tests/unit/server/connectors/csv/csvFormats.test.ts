import { describe, expect, it } from 'vitest';
import { readHeading } from '../../../../../server/connectors/csv/read/names.ts';
import { findFormats, readTime } from '../../../../../server/connectors/csv/read/times.ts';
import { readRecording as read } from '../../../../support/telemetry/recording.ts';

const ZONE = 'Europe/Berlin';

/** Encodes as UTF-16 with the most significant byte first. Node itself cannot write it. */
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const MARK = '\uFEFF';

describe('a recording without settings', () => {
  it('may use day/month or month/day: the whole column decides', async () => {
    const days = Array.from({ length: 40 }, (_, at) => new Date(Date.UTC(2018, 0, 1 + at, 0, 15)));
    const two = (value: number) => String(value).padStart(2, '0');
    const dmy = days.map((day) => `${two(day.getUTCDate())}/${two(day.getUTCMonth() + 1)}/2018 00:15,1`);
    const { rows, rejected } = await read(`date,Usage_kWh\n${dmy.join('\n')}\n`);
    expect(rejected).toBe(0);
    expect(rows[0]).toEqual({ at: '2017-12-31T23:15:00', Usage_kWh: 1 });
    expect(rows[39]?.at).toBe('2018-02-08T23:15:00');
    const mdy = days.map((day) => `${day.getUTCMonth() + 1}/${day.getUTCDate()}/2022 0:00,1`);
    const american = await read(`Date,kW\n${mdy.join('\n')}\n`);
    expect([american.rejected, american.survey.timeFormat]).toEqual([0, 'mdy']);
    expect(american.rows[31]?.at).toBe('2022-01-31T23:00:00');
  });

  it('requires the order if no line shows it, and accepts the answer', async () => {
    const text = 'Date,kW\n1/5/2022 0:00,1\n2/5/2022 0:00,2\n';
    await expect(read(text)).rejects.toMatchObject({
      key: 'import.timeUnclear',
      params: { column: 'Date', example: '1/5/2022 0:00', dmy: '2022-05-01', mdy: '2022-01-05' },
    });
    expect((await read(text, { timeFormat: 'dmy' })).rows[0]?.at).toBe('2022-04-30T22:00:00');
    expect((await read(text, { timeFormat: 'mdy' })).rows[0]?.at).toBe('2022-01-04T23:00:00');
  });

  it('shows the order only at its end, thousands of lines below', async () => {
    const lines = Array.from(
      { length: 2_500 },
      (_, at) => `1/5/2022 ${Math.floor(at / 60) % 24}:${at % 60 < 10 ? '0' : ''}${at % 60},1`,
    );
    const { survey } = await read(`Date,kW\n${lines.join('\n')}\n31/5/2022 0:00,1\n`);
    expect(survey.timeFormat).toBe('dmy');
  });

  it('may use dates with dots, with or without a time of day', async () => {
    expect((await read('Zeit;P\n27.11.2023 00:01:34;1,5\n27.11.2023 00:02:34;2\n')).rows).toEqual([
      { at: '2023-11-26T23:01:34', P: 1.5 },
      { at: '2023-11-26T23:02:34', P: 2 },
    ]);
    expect((await read('Tag;kWh\n10.10.2021;1\n11.10.2021;2\n')).rows[0]?.at).toBe('2021-10-09T22:00:00');
  });

  it('may have a time column without heading, or no headings at all', async () => {
    const pandas = await read(
      ',power,soc\n2020-01-01 00:00:00+00:00,1.5,50\n2020-01-01 00:15:00+00:00,2.5,51\n',
    );
    expect(pandas.rows[0]).toEqual({ at: '2020-01-01T00:00:00', power: 1.5, soc: 50 });
    const bare = await read('2020-01-01 00:00,1.5,a\n2020-01-01 00:15,2.5,b\n');
    expect(bare.survey.headings).toBeNull();
    expect(bare.rows).toEqual([
      { at: '2019-12-31T23:00:00', column2: 1.5, column3: 'a' },
      { at: '2019-12-31T23:15:00', column2: 2.5, column3: 'b' },
    ]);
    expect(bare.file.columns.map(({ column }) => column)).toEqual(['#2', '#3']);
    const numbered = await read(',timestamp,p\n0,2020-01-01 00:00,1.5\n1,2020-01-01 00:15,2.5\n');
    expect(numbered.rows[0]).toEqual({ at: '2019-12-31T23:00:00', p: 1.5 });
  });

  it.each(['measured_on', 'Uhrzeit', 'Zeit', '时间', 'x'])(
    'has its times in a column called %s',
    async (name) => {
      const { rows } = await read(`id,${name},p\n7,2020-01-01 00:00,1\n7,2020-01-01 00:15,2\n`);
      expect(rows.map(({ at }) => at)).toEqual(['2019-12-31T23:00:00', '2019-12-31T23:15:00']);
    },
  );

  it('may have date and time of day in two columns', async () => {
    const { rows, survey } = await read('Datum;Uhrzeit;P\n31.12.2021;23:45;1\n31.12.2021;24:00;2\n');
    expect([survey.timeIndex, survey.clockIndex]).toEqual([0, 1]);
    expect(rows.map(({ at }) => at)).toEqual(['2021-12-31T22:45:00', '2021-12-31T23:00:00']);
  });

  it('may count seconds or milliseconds', async () => {
    expect((await read('ts,p\n1700000000,1\n1700000060,1\n')).rows[1]?.at).toBe('2023-11-14T22:14:20');
    expect((await read('ts,p\n1700000000000,1\n1700000060000,1\n')).rows[1]?.at).toBe('2023-11-14T22:14:20');
    // Large numbers under other headings are values.
    expect((await read('ts,total\n2020-01-01 00:00,1700000000\n')).rows[0]?.total).toBe(1_700_000_000);
  });

  it.each([
    ['UTF-8 with its mark', (text: string) => Buffer.from(MARK + text)],
    ['UTF-16 LE', (text: string) => Buffer.from(MARK + text, 'utf16le')],
    ['UTF-16 BE', (text: string) => utf16be(MARK + text)],
    ['UTF-16 LE without its mark', (text: string) => Buffer.from(text, 'utf16le')],
    ['Latin-1', (text: string) => Buffer.from(text, 'latin1')],
  ])('may be written in %s', async (_name, encode) => {
    const text = 'Zeit;Zähler °C;Grüße\r\n27.11.2023 00:01;1,5;für\r\n27.11.2023 00:02;2,5;wär\r\n';
    const { rows } = await read(encode(text));
    expect(rows[0]).toEqual({ at: '2023-11-26T23:01:00', 'Zähler °C': 1.5, Grüße: 'für' });
  });

  it('may be encoded in GB18030, and in Windows-1252', async () => {
    // The heading 时间,功率(kW) and the euro sign, which Latin-1 does not have.
    const chinese = Buffer.concat([
      Buffer.from([0xca, 0xb1, 0xbc, 0xe4, 0x2c, 0xb9, 0xa6, 0xc2, 0xca]),
      Buffer.from('(kW)\n2023-11-27 00:01,1.5\n2023-11-27 00:02,2.5\n'),
    ]);
    const { rows, file } = await read(chinese);
    expect(rows[0]).toEqual({ at: '2023-11-26T23:01:00', 功率: 1.5 });
    expect(file.columns[0]).toMatchObject({ name: '功率', unit: 'kW' });
    const western = Buffer.concat([
      Buffer.from('Zeit;Preis '),
      Buffer.from([0x80]),
      Buffer.from('\n27.11.2023;1,5\n'),
    ]);
    expect((await read(western)).rows[0]).toMatchObject({ 'Preis €': 1.5 });
  });

  it.each([';', '\t', '|', ','])('may be separated by %j', async (delimiter) => {
    const lines = [
      ['time', 'a', 'b'],
      ['2020-01-01 00:00', '1.5', '2'],
      ['2020-01-01 00:15', '3', '4.25'],
    ];
    const { rows } = await read(lines.map((cells) => cells.join(delimiter)).join('\n'));
    expect(rows[1]).toEqual({ at: '2019-12-31T23:15:00', a: 3, b: 4.25 });
  });

  it('may have decimal commas and thousands separators', async () => {
    const german = await read('Zeit;P\n1.1.2020 00:00;1.234,5\n1.1.2020 00:15;1.234\n1.1.2020 00:30;-0,5\n');
    expect(german.rows.map(({ P }) => P)).toEqual([1234.5, 1234, -0.5]);
    const english = await read(
      'time,P\n2020-01-01 00:00,"1,234.5"\n2020-01-01 00:15,"1,234"\n2020-01-01 00:30,.5\n',
    );
    expect(english.rows.map(({ P }) => P)).toEqual([1234.5, 1234, 0.5]);
    const spaced = await read("time;P\n2020-01-01 00:00;1 234,5\n2020-01-01 00:15;12'345,25\n");
    expect(spaced.rows.map(({ P }) => P)).toEqual([1234.5, 12_345.25]);
    const plain = await read('time,P\n2020-01-01 00:00,1.234\n2020-01-01 00:15,2.345\n');
    expect(plain.rows.map(({ P }) => P)).toEqual([1.234, 2.345]);
  });

  it('requires a decision if a comma may be either, and accepts the answer', async () => {
    const text = 'time;P\n2020-01-01 00:00;1,234\n2020-01-01 00:15;2,345\n';
    await expect(read(text)).rejects.toMatchObject({
      key: 'import.numberUnclear',
      params: { column: 'P', example: '1,234', comma: '1.234', dot: '1234' },
    });
    expect((await read(text, { decimalComma: true })).rows[0]?.P).toBe(1.234);
    expect((await read(text, { decimalComma: false })).rows[0]?.P).toBe(1234);
  });

  it('may mark empty values, which are not invalid numbers', async () => {
    const marks = ['--', 'NaN', 'null', '-', 'n/a', '#N/A', ''];
    const lines = marks.map((mark, at) => `2020-01-01 00:0${at},${mark},-5`);
    const { rows, empty, rejected } = await read(`time,P,Q\n${lines.join('\n')}\n2020-01-01 00:30,1,2\n`);
    expect([empty, rejected, rows.length]).toEqual([7, 0, 8]);
    expect(rows[0]).toEqual({ at: '2019-12-31T23:00:00', Q: -5 });
    const own = await read(
      'time,P\n2020-01-01 00:00,-999\n2020-01-01 00:15,--\n2020-01-01 00:30,1\n2020-01-01 00:45,1\n',
      {
        emptyMarks: ['-999'],
      },
    );
    expect([own.empty, own.rejected]).toEqual([1, 1]);
  });

  it('may end its lines with a separator', async () => {
    expect((await read('time;P\n2020-01-01 00:00;1;\n2020-01-01 00:15;2;\n')).rejected).toBe(0);
  });
});

describe('a heading', () => {
  it.each([
    ['Leistung [kW]', 'Leistung', 'kW'],
    ['Power (kW)', 'Power', 'kW'],
    ['有功功率（kW）', '有功功率', 'kW'],
    ['Temperatur / °C', 'Temperatur', '°C'],
    ['Ertrag in kWh', 'Ertrag', 'kWh'],
    ['ac_power_kw', 'ac_power_kw', 'kW'],
    ['Power (phase 1)', 'Power (phase 1)', ''],
  ])('%s names its unit', (heading, name, unit) => {
    expect(readHeading(heading, 'column1')).toMatchObject({ name, code: name, unit });
  });
});

describe('a time', () => {
  it.each([
    ['2023-11-27T00:01:34.5Z', 'ymd', '2023-11-27T00:01:34.500Z'],
    ['2023-11-27 00:01:34 +08:00', 'ymd', '2023-11-26T16:01:34.000Z'],
    ['2023/11/27 0:01', 'ymd', '2023-11-26T23:01:00.000Z'],
    ['2023年11月27日 00时01分', 'ymd', '2023-11-26T23:01:00.000Z'],
    ['202311270001', 'ymd', '2023-11-26T23:01:00.000Z'],
    ['20231127T000134Z', 'ymd', '2023-11-27T00:01:34.000Z'],
    ['27-Nov-23 00:01:34', 'dmy', '2023-11-26T23:01:34.000Z'],
    ['11/27/2023 12:01:34 AM', 'mdy', '2023-11-26T23:01:34.000Z'],
    ['11/27/2023, 1:01 PM', 'mdy', '2023-11-27T12:01:00.000Z'],
    ['31.12.2023 24:00', 'dmy', '2023-12-31T23:00:00.000Z'],
  ] as const)('%s is read', (text, format, iso) => {
    expect(new Date(readTime(text, format, ZONE)!).toISOString()).toBe(iso);
    expect(findFormats(text)).toContain(format);
  });

  it.each([
    '',
    '32.01.2020',
    '2020-02-30 00:00',
    '2020-01-01 25:00',
    '2020-01-01 00:60',
    '1.5',
    '12',
    '2020',
    '230.5',
    'a/b/c',
  ])('%j is none', (text) => {
    expect(findFormats(text)).toEqual([]);
  });

  it('that the clock skipped is null, and the second of two equal hours follows the first', () => {
    expect(readTime('2026-03-29 02:30', 'ymd', ZONE)).toBeNull();
    const first = readTime('2026-10-25 02:30', 'ymd', ZONE)!;
    expect(readTime('2026-10-25 02:30', 'ymd', ZONE, first)).toBe(first + 3_600_000);
  });
});
