/** Tests small files in the formats of meters, inverters and home systems, with the expected result of each. */
import { describe, expect, it } from 'vitest';
import { readZone } from '../../../../../server/connectors/csv/read/headings.ts';
import { inferColumns, roleOf } from '../../../../../server/connectors/csv/read/infer.ts';
import { readRecording, surveyText } from '../../../../support/telemetry/recording.ts';

const lines = (...texts: string[]): string => `${texts.join('\n')}\n`;

describe('several series in one column', () => {
  const LONG = lines(
    'Time,Register,kWh',
    '2025-01-01 00:00,Import,1',
    '2025-01-01 00:00,Export,5',
    '2025-01-01 01:00,Import,1',
    '2025-01-01 01:00,Export,5',
  );

  it('are distinguished by the column that differs if a time is repeated', async () => {
    const { rows, file, survey } = await readRecording(LONG);
    expect(file.seriesColumns).toEqual(['Register']);
    expect(survey.why.seriesColumns).toBe('cells');
    expect(rows).toEqual([
      { at: '2024-12-31T23:00:00', Import: 1 },
      { at: '2024-12-31T23:00:00', Export: 5 },
      { at: '2025-01-01T00:00:00', Import: 1 },
      { at: '2025-01-01T00:00:00', Export: 5 },
    ]);
    expect(file.columns.map(({ unit, series }) => [unit, series])).toEqual([
      ['kWh', 'Import'],
      ['kWh', 'Export'],
    ]);
  });

  it('may have separate date and time, decimal commas, and a column of units', async () => {
    const { rows, file, survey } = await readRecording(
      lines(
        'From;Until;Register;Volume;Unit;State',
        '01-01-2025;00:00:00;Import night;0,125;kWh;read',
        '01-01-2025;00:00:00;Gas;0,000;m3;read',
        '01-01-2025;00:15:00;Import night;0,250;kWh;read',
        '01-01-2025;00:15:00;Gas;0,031;m3;read',
      ),
    );
    expect(survey).toMatchObject({ timeIndex: 0, clockIndex: 1, decimalComma: true, stamp: 'start' });
    expect(file.columns.map(({ name, unit }) => [name, unit])).toEqual([
      ['Import night', 'kWh'],
      ['Gas', 'm³'],
    ]);
    expect(rows.at(-1)).toEqual({ at: '2024-12-31T23:15:00', Gas: 0.031 });
    expect(survey.columns.map((_, index) => roleOf(survey, index)).slice(2)).toEqual([
      'series',
      'value',
      'unit',
      'none',
    ]);
  });

  it('may follow each other, each with all times, thousands of lines below', async () => {
    const block = (name: string, value: number) =>
      Array.from({ length: 1_500 }, (_, at) => `${1_735_689_600 + at * 900};${name};${value}`);
    const { file, rows } = await readRecording(lines('time;channel;kW', ...block('a', 1), ...block('b', 2)));
    expect(file.columns.map(({ series }) => series)).toEqual(['a', 'b']);
    expect(rows.at(-1)).toMatchObject({ b: 2 });
  });

  it('may need two columns, and have several values in a line', async () => {
    const text = ['m1', 'm2'].flatMap((meter) =>
      ['in', 'out'].flatMap((way) => ['00:00', '00:15'].map((at) => `2025-01-01 ${at},${meter},${way},1,2`)),
    );
    const { file } = await readRecording(lines('time,meter,direction,P [kW],U [V]', ...text));
    expect(file.seriesColumns).toEqual(['meter', 'direction']);
    expect(file.columns).toHaveLength(8);
    expect(file.columns[0]).toMatchObject({ series: 'm1 / in', code: 'm1 / in P', unit: 'kW' });
  });

  it('continue separately in the hour that the clock shows twice', async () => {
    const { rows } = await readRecording(
      lines(
        'time,register,kW',
        ...['02:30', '02:30'].flatMap((at) => [`2025-10-26 ${at},a,1`, `2025-10-26 ${at},b,2`]),
        '2025-10-26 03:00,a,1',
        '2025-10-26 03:00,b,2',
      ),
      { seriesColumns: ['register'] },
    );
    expect(rows.map(({ at }) => String(at).slice(11, 16))).toEqual([
      ...['00:30', '00:30', '01:30', '01:30', '02:00', '02:00'],
    ]);
  });

  it('may have no time in common, if a column is named accordingly', async () => {
    const states = ['sensor.power', 'sensor.sun'].flatMap((id, block) =>
      Array.from(
        { length: 600 },
        (_, at) => `${id},${at},2025-01-01T0${block}:0${at % 10}:${10 + (at % 50)}.${100 + at}Z`,
      ),
    );
    const { file } = await readRecording(lines('entity_id,state,last_changed', ...states));
    expect(file.columns.map(({ series }) => series)).toEqual(['sensor.power', 'sensor.sun']);
  });

  it('do not exist if a line is duplicated, or no column separates them', async () => {
    const doubled = await surveyText(lines('time,state,kW', '2025-01-01 00:00,a,1', '2025-01-01 00:00,a,1'));
    expect(doubled.seriesPlaces).toEqual([]);
    const unknown = await surveyText(lines('time,kW', '2025-01-01 00:00,1', '2025-01-01 00:00,5'));
    expect(unknown.seriesPlaces).toEqual([]);
  });
});

describe('lines before the data', () => {
  it.each([
    ['sep=', 'sep=;\nTime;kWh\n2025-01-01 00:00;1\n2025-01-01 01:00;2\n', ['Time', 'kWh'], 1],
    [
      'a line about the plant with as many cells',
      'Meter 12,Plant A\nTime,kWh\n2025-01-01 00:00,1\n2025-01-01 01:00,2\n',
      ['Time', 'kWh'],
      1,
    ],
    [
      'a preamble and three lines of headings',
      'sep=,\nVersion,1.2\nPlant,Roof A\n\nInverter,Inverter 1,Inverter 2\n,Power,Power\nTime stamp,kW,kW\n01/06/2025 12:00,3.5,3.6\n01/06/2025 12:05,3.7,3.8\n',
      ['Time stamp', 'Inverter 1 Power [kW]', 'Inverter 2 Power [kW]'],
      4,
    ],
    [
      'units below the names',
      'Time,Power,Energy\n,kW,kWh\n2025-01-01 00:00,1,2\n2025-01-01 01:00,2,3\n',
      ['Time', 'Power [kW]', 'Energy [kWh]'],
      0,
    ],
    [
      'units in brackets below, with the format of the times',
      'Datum;Ertrag\n[dd.MM.yyyy HH:mm];[Wh]\n01.06.2025 00:00;1\n01.06.2025 00:05;2\n',
      ['Datum', 'Ertrag [Wh]'],
      0,
    ],
    [
      'a column for each value of a device',
      ';SN: 21;SN: 21\n;Total yield;Power\n;Counter;Analog\ndd.MM.yyyy HH:mm;kWh;kW\n01.06.2025 00:00;0,5;1,5\n01.06.2025 00:05;0,6;1,5\n',
      ['dd.MM.yyyy HH:mm', 'Counter [kWh]', 'Analog [kW]'],
      2,
    ],
    [
      'names over two columns',
      'Time,Inverter 1,,Inverter 2,\n,P,U,P,U\n2025-01-01 00:00,1,2,3,4\n2025-01-01 01:00,1,2,3,4\n',
      ['Time', 'Inverter 1 P', 'Inverter 1 U', 'Inverter 2 P', 'Inverter 2 U'],
      0,
    ],
    [
      'a person above columns of the same name',
      'Customer,Ann Example,Road 5\nTime,kW,kW\n2025-01-01 00:00,1,2\n2025-01-01 01:00,2,3\n',
      ['Time', 'kW', 'kW'],
      1,
    ],
    [
      'the day of the export',
      'Export,2025-02-01 10:00\nTime,kW\n2025-01-01 00:00,1\n2025-01-01 01:00,2\n2025-01-01 02:00,2\n',
      ['Time', 'kW'],
      1,
    ],
    ['none', '2025-01-01 00:00,1\n2025-01-01 01:00,2\n', null, 0],
  ])('%s', async (_name, text, headings, skipLines) => {
    const { survey, rows, rejected } = await readRecording(text, {
      timeFormat: /\d[/.]\d\d[/.]/.test(text) ? 'dmy' : 'ymd',
    });
    expect(survey.headings).toEqual(headings);
    expect(survey.layout.skipLines).toBe(skipLines);
    expect([rows.length, rejected]).toEqual([text.match(/^\d\d/gm)!.length, 0]);
  });

  it('can be said', async () => {
    const text = 'a,b\nTime,kW\n2025-01-01 00:00,1\n2025-01-01 01:00,2\n';
    const { survey, rows } = await readRecording(text, { skipLines: 2, headingLines: 0, timeColumn: '#1' });
    expect([survey.headings, survey.why.headingLines]).toEqual([null, 'said']);
    expect(rows[0]).toEqual({ at: '2024-12-31T23:00:00', column2: 1 });
    const joined = await surveyText(text, { headingLines: 2 });
    expect(joined.headings).toEqual(['Time', 'b [kW]']);
  });

  it('are no headings if they are unreadable lines among the data', async () => {
    const { survey, rejected } = await readRecording(
      'Zeit;kW\ngestern;1\n2025-01-01 00:00;1\n2025-01-01 00:15;1\n',
    );
    expect([survey.headings, survey.layout.dataLine, rejected]).toEqual([['Zeit', 'kW'], 2, 1]);
  });
});

describe('the zone of a heading', () => {
  it.each([
    ['Date/time UTC', 'UTC'],
    ['utc_timestamp', 'UTC'],
    ['timestampUTC', 'UTC'],
    ['Time (GMT+1)', 'Etc/GMT-1'],
    ['Time [UTC-05:00]', 'Etc/GMT+5'],
    ['Zeit (MEZ)', 'Etc/GMT-1'],
    ['MTU (CET/CEST)', 'Europe/Berlin'],
    ['Time (America/New_York)', 'America/New_York'],
    ['Local time', null],
    ['Zeitstempel', null],
    ['cutoff time', null],
    ['Date 2025-01', null],
  ])('%s: %s', (heading, zone) => {
    expect(readZone(heading)).toBe(zone);
  });

  it('applies to the times below it, unless the user sets another one', async () => {
    const text = 'Date/time UTC,kW\n2025-07-01 00:00,1\n2025-07-01 01:00,2\n';
    const { rows, survey } = await readRecording(text);
    expect([rows[0]?.at, survey.zone, survey.why.zone]).toEqual(['2025-07-01T00:00:00', 'UTC', 'heading']);
    expect((await readRecording(text, { zone: 'Asia/Tokyo' })).rows[0]?.at).toBe('2025-06-30T15:00:00');
    const above = 'Time zone,UTC+2\nTime,kW\n2025-07-01 00:00,1\n2025-07-01 01:00,2\n';
    expect((await readRecording(above)).rows[0]?.at).toBe('2025-06-30T22:00:00');
  });
});

describe('timestamps that name the end of an interval', () => {
  const TEXT = 'End of interval,kWh\n2025-01-01 00:15,1\n2025-01-01 23:45,1\n2025-01-02 00:00,7\n';

  it("belong to the interval before, by the heading or the user's choice", async () => {
    const { rows, survey } = await readRecording(TEXT);
    expect([survey.stamp, survey.interval, survey.why.stamp]).toEqual(['end', '15min', 'heading']);
    expect(rows.at(-1)).toEqual({ at: '2025-01-01T22:45:00', kWh: 7 });
    const plain = await readRecording(TEXT.replace('End of interval', 'Time'));
    expect(plain.rows.at(-1)?.at).toBe('2025-01-01T23:00:00');
    const recording = await readRecording(TEXT.replace('End of interval', 'Time'), { stamp: 'end' });
    expect(recording.rows.at(-1)?.at).toBe('2025-01-01T22:45:00');
    expect((await readRecording(TEXT, { stamp: 'start' })).rows.at(-1)?.at).toBe('2025-01-01T23:00:00');
  });

  it('are local days, also over a clock change', async () => {
    const { rows, survey } = await readRecording('Day end,kWh\n2025-03-30,1\n2025-03-31,2\n2025-04-01,3\n');
    expect(survey.interval).toBe('day');
    expect(rows.map(({ at }) => at)).toEqual([
      ...['2025-03-28T23:00:00', '2025-03-29T23:00:00', '2025-03-30T22:00:00'],
    ]);
  });

  it('of a single time need the length of the interval', async () => {
    const text = 'Time,kW\n2025-01-02 00:00,7\n';
    await expect(readRecording(text, { stamp: 'end' })).rejects.toMatchObject({
      key: 'import.intervalUnclear',
    });
    const { rows } = await readRecording(text, { stamp: 'end', interval: '1h' });
    expect(rows[0]?.at).toBe('2025-01-01T22:00:00');
  });
});

describe('energy', () => {
  const TEXT = lines(
    'time,kWh,total kWh,kW,u_mV,grid_MWh,import_kvarh,energy_kWh',
    '2025-01-01 00:00,1,100,5,230000,0.5,2,7',
    '2025-01-01 01:00,1,101,5,230100,0.6,3,8',
  );

  it('needs its kind, unless its name and values show that it only increases', async () => {
    const columns = inferColumns(await surveyText(TEXT));
    expect(columns.map(({ unit, kind }) => [unit, kind])).toEqual([
      ['kWh', null],
      ['kWh', 'counter'],
      ['kW', 'gauge'],
      ['mV', 'gauge'],
      ['MWh', null],
      ['kvarh', null],
      ['kWh', null],
    ]);
    const falling = inferColumns(await surveyText(TEXT.replace(',101,', ',99,')));
    expect(falling[1]?.kind).toBeNull();
  });

  it('of phases has the unit before the phase, and prices may be negative', async () => {
    const { file, rows } = await readRecording(
      lines(
        'Time,Active energy Wh (A),Active energy Wh (B),Voltage V (A),Price EUR/MWh',
        '2025-07-01 00:00,1,2,230.1,-12.5',
        '2025-07-01 00:01,1,2,230.2,48.0',
      ),
    );
    expect(file.columns.map(({ name, unit }) => [name, unit])).toEqual([
      ['Active energy (A)', 'Wh'],
      ['Active energy (B)', 'Wh'],
      ['Voltage (A)', 'V'],
      ['Price', 'EUR/MWh'],
    ]);
    expect(rows[0]?.Price).toBe(-12.5);
  });
});

describe('one day per line and one interval per column', () => {
  const day = (count: number, value: (place: number) => number | '') =>
    Array.from({ length: count }, (_, place) => value(place)).join(',');

  it('is recognised, and confirmed', async () => {
    const text = 'Day,Q1,Q2,Q3,Q4\n2025-01-01,0.1,0.2,0.3,0.4\n2025-01-02,0.5,0.6,0.7,0.8\n';
    const survey = await surveyText(text);
    expect(survey).toMatchObject({ dayPerRow: null, dayColumns: { first: 1, last: 4, minutes: 360 } });
    await expect(readRecording(text)).rejects.toMatchObject({ key: 'import.daysUnclear' });
    const { rows, file } = await readRecording(text, { dayPerRow: true });
    expect(file.columns).toHaveLength(1);
    expect(rows.map(({ at, value }) => [at, value]).slice(0, 5)).toEqual([
      ['2024-12-31T23:00:00', 0.1],
      ['2025-01-01T05:00:00', 0.2],
      ['2025-01-01T11:00:00', 0.3],
      ['2025-01-01T17:00:00', 0.4],
      ['2025-01-01T23:00:00', 0.5],
    ]);
    expect((await readRecording(text, { dayPerRow: false })).file.columns).toHaveLength(4);
  });

  const clocks = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
  it.each([
    ['clocks', ['Date', ...clocks], 60],
    ['spans', ['Date', ...clocks.map((clock, hour) => `${clock}-${clocks[hour + 1] ?? '24:00'}`)], 60],
    ['numbers', ['Date', ...clocks.map((_, hour) => String(hour + 1))], 60],
    ['hours for the longest day', ['Date', ...Array.from({ length: 25 }, (_, hour) => `H${hour + 1}`)], 60],
  ])('has headings of %s', async (_name, headings, minutes) => {
    const text = lines(headings.join(','), `2025-01-01,${day(headings.length - 1, (place) => place)}`);
    expect((await surveyText(text)).dayColumns).toMatchObject({ minutes });
  });

  it('follows the local clock when it changes', async () => {
    const text = lines(
      ['Date', ...Array.from({ length: 25 }, (_, hour) => `H${hour + 1}`)].join(','),
      `2025-03-30,${day(25, (place) => (place < 23 ? 1 : ''))}`,
      `2025-10-26,${day(25, () => 1)}`,
      `2025-10-27,${day(25, (place) => (place < 24 ? 1 : ''))}`,
    );
    const { rows, rejected } = await readRecording(text, { dayPerRow: true });
    expect([rows.length, rejected]).toEqual([23 + 25 + 24, 0]);
    expect(new Set(rows.map(({ at }) => at)).size).toBe(72);
    const byClock = lines(
      ['Date', ...clocks].join(','),
      `2025-03-30,${day(24, (place) => (place === 2 ? '' : place))}`,
      `2025-03-31,${day(24, (place) => place)}`,
    );
    const read = await readRecording(byClock, { dayPerRow: true });
    expect(read.rows.find(({ value }) => value === 3)?.at).toBe('2025-03-30T01:00:00');
    expect(read.rejected).toBe(0);
  });
});

describe('what else exports do', () => {
  it('omit the last cells of a line', async () => {
    const { rows, rejected, empty } = await readRecording(
      'Time,kW,Note\n2025-01-01 00:00,1\n2025-01-01 01:00,2,ok\n2025-01-01 02:00,2,late\n',
    );
    expect([rows[0], rejected, empty]).toEqual([{ at: '2024-12-31T23:00:00', kW: 1 }, 0, 1]);
  });

  it('have columns without anything', async () => {
    const { file } = await readRecording('Time,kW,Note\n2025-01-01 00:00,1,\n2025-01-01 01:00,2,\n');
    expect(file.columns.map(({ code }) => code)).toEqual(['kW']);
  });

  it('contain numbers of things, and constant texts', async () => {
    const text = lines(
      'EAN,Name,Time,kW,Meter ID',
      '871680000000000017,Main,2025-01-01 00:00,1,4711',
      '871680000000000017,Main,2025-01-01 01:00,2,4711',
    );
    const { file } = await readRecording(text);
    expect(file.columns.map(({ code }) => code)).toEqual(['kW']);
    const two = await readRecording(text.replace('017,Main,2025-01-01 01', '018,Main,2025-01-01 01'));
    expect(two.rows[1]).toMatchObject({ EAN: '871680000000000018' });
  });

  it.each([
    ['01jan2022', '2021-12-31T23:00:00.000Z'],
    ['01JAN2022:00:30:00', '2021-12-31T23:30:00.000Z'],
    ['1 January 2022 00:30', '2021-12-31T23:30:00.000Z'],
    ['15-Mai-2022 01:00', '2022-05-14T23:00:00.000Z'],
    ['15.05.2022 01:00 - 15.05.2022 02:00', '2022-05-14T23:00:00.000Z'],
    ['15.05.2022 01:00-01:15', '2022-05-14T23:00:00.000Z'],
  ])('write %s', async (text, iso) => {
    const { rows } = await readRecording(`Time;kW\n${text};1\n`);
    expect(rows[0]?.at).toBe(iso.slice(0, 19));
  });
});
