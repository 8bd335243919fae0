import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { customerScans, fillPinyinNow } from '../../support/calls/inside.ts';
import { addCustomers, changeRows, readRows, runSql } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { checkTable, importTable, tableFile, upload } from '../../support/records/excel.ts';
import { needs } from '../../support/server/needs.ts';
import { EXTERNAL } from '../../support/server/postgres/databases.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let chief: Client;
let tenant: number;

const person = async (tenantId: number, permissions: string[]) =>
  login(server, (await makePerson(server, [tenantId], { permissions })).username, PASSWORD);
const find = async (client: Client, search: string) =>
  (await client.call('search', { query: { search } })).map(({ entity, label }) => `${entity}: ${label}`);

let count = 0;
const createType = (client: Client, name: string) => {
  count += 1;
  return client.call('alarmTypeCreate', { body: { code: `C${count}`, name, level: 'minor' } });
};

beforeAll(async () => {
  server = await startServer();
  tenant = await makeTenant(server);
  chief = await person(tenant, ['*']);
  await createType(chief, '青山储能 Qingshan');
  await createType(chief, '100% green_power');
  await chief.call('stationCreate', {
    body: { sn: 'QS-1', name: 'Qingshan park', timeZone: 'Asia/Shanghai' },
  });
});
afterAll(() => server?.stop());

describe('the search over all records', () => {
  it('finds records of every kind by all words, ignoring case', async () => {
    expect((await find(chief, 'qingshan')).sort()).toEqual([
      'alarmType: 青山储能 Qingshan',
      'station: Qingshan park',
    ]);
    expect(await find(chief, 'park QS-1')).toEqual(['station: Qingshan park']);
    expect(await find(chief, '青山')).toEqual(['alarmType: 青山储能 Qingshan']);
  });

  it('treats wildcards as normal characters', async () => {
    expect(await find(chief, '100%')).toEqual(['alarmType: 100% green_power']);
    expect(await find(chief, 'q_ngshan')).toEqual([]);
    expect(await find(chief, "' or 1=1 --")).toEqual([]);
  });

  it('finds only records that the person may list', async () => {
    const reader = await person(tenant, ['station:list']);
    expect(await find(reader, 'qingshan')).toEqual(['station: Qingshan park']);
    const seller = await person(tenant, ['alarmType:list@own', 'alarmType:create']);
    expect(await find(seller, 'qingshan')).toEqual([]);
    await createType(seller, 'Qingshan own');
    expect(await find(seller, 'qingshan')).toEqual(['alarmType: Qingshan own']);
    expect(await find(await person(tenant, []), 'qingshan')).toEqual([]);
  });

  it('finds nothing of another tenant', async () => {
    const other = await person(await makeTenant(server), ['*']);
    expect(await find(other, 'qingshan')).toEqual([]);
  });
});

describe('words of one and two characters', () => {
  let searcher: Client;
  let own: number;
  const listSearch = async (search: string) =>
    (await searcher.call('getCustomerList', { query: { search } })).records.map(({ name }) => name).sort();

  beforeAll(async () => {
    own = await makeTenant(server);
    searcher = await person(own, ['*']);
    for (const body of [
      { name: '苏州国能电力', city: '上海' },
      { name: '苏州电力能国' },
      { name: `O'Wattdeck\\ 𠮷野`, city: 'İX-9' },
    ])
      await searcher.call('customerCreate', { body: { ...body, state: 'developing' } });
  });

  it.each([
    ['国能', ['苏州国能电力']],
    ['能国', ['苏州电力能国']],
    ['苏州', ['苏州国能电力', '苏州电力能国']],
    ['国', ['苏州国能电力', '苏州电力能国']],
    ['上海', ['苏州国能电力']],
    ['国上', []],
    ['力上', []],
    ['海', ['苏州国能电力']],
    ['海 国能', ['苏州国能电力']],
    ['td', [`O'Wattdeck\\ 𠮷野`]],
    ['TD', [`O'Wattdeck\\ 𠮷野`]],
    ['k\\', [`O'Wattdeck\\ 𠮷野`]],
    ["'w", [`O'Wattdeck\\ 𠮷野`]],
    ["'", [`O'Wattdeck\\ 𠮷野`]],
    ['\\', [`O'Wattdeck\\ 𠮷野`]],
    ['吉野', []],
    ['𠮷野', [`O'Wattdeck\\ 𠮷野`]],
    ['𠮷', [`O'Wattdeck\\ 𠮷野`]],
    ['İx', [`O'Wattdeck\\ 𠮷野`]],
    ['野', [`O'Wattdeck\\ 𠮷野`]],
    ['d%', []],
    ['*', []],
  ])('find texts that hold %s anywhere, in the list and over all records', async (word, names) => {
    expect(await listSearch(word)).toEqual(names);
    expect((await find(searcher, word)).filter((one) => one.startsWith('customer')).sort()).toEqual(
      names.map((name) => `customer: ${name}`),
    );
  });

  // On an external database, the user may lack the permission to create such an index.
  it(
    'are found by an index, in the list and over all records',
    needs(!EXTERNAL, 'a PostgreSQL of the run: this one is none of ours'),
    async () => {
      await addCustomers(server, own, 'Many', 1000);
      await runSql(server, 'analyze customer');
      for (const [search, found] of [
        ['国能', 1],
        ['能', 2],
      ] as const)
        expect(await customerScans(server, own, search)).toEqual({
          list: { found, scans: 1 },
          everywhere: { found, scans: 1 },
        });
    },
  );
});

describe('names in Chinese', () => {
  let searcher: Client;
  let own: number;
  const raw = (text: string, ...values: unknown[]) => runSql<{ id: number }>(server, text, ...values);

  beforeAll(async () => {
    own = await makeTenant(server);
    searcher = await person(own, ['*']);
  });

  it('are found by syllables and by initials, ranked after literal matches', async () => {
    await createType(searcher, '苏州电力');
    await createType(searcher, 'SZDL park');
    await createType(searcher, '重庆 B2 绿');
    expect(await find(searcher, 'szdl')).toEqual(['alarmType: SZDL park', 'alarmType: 苏州电力']);
    for (const typed of ['suzhou', 'SuZhouDian', 'dianli', 'suzhou 电力'])
      expect([typed, await find(searcher, typed)]).toEqual([typed, ['alarmType: 苏州电力']]);
    for (const typed of ['chongqing b2', 'lv', 'cq'])
      expect([typed, await find(searcher, typed)]).toEqual([typed, ['alarmType: 重庆 B2 绿']]);
    expect(await find(searcher, 'szdl chongqing')).toEqual([]);
    // Two letters match many texts, so a name must begin with them.
    expect(await find(searcher, 'dl')).not.toContain('alarmType: 苏州电力');
    expect(await find(searcher, 'su')).toContain('alarmType: 苏州电力');
    expect(await find(chief, 'szdl')).toEqual([]);
  });

  it('are found by the new pinyin after a change, of one or many records', async () => {
    const { id, version } = await createType(searcher, '南京');
    const body = { id, version, name: '无锡' };
    const changed = await searcher.call('alarmTypeUpdate', { path: { id }, body });
    expect([await find(searcher, 'nanjing'), await find(searcher, 'wuxi')]).toEqual([
      [],
      ['alarmType: 无锡'],
    ]);
    const path = { entity: 'alarmType' };
    const many = { selection: { ids: [id] }, expected: 1, values: { name: '徐州' } };
    await searcher.call('recordBulkUpdate', { path, body: many });
    expect([await find(searcher, 'wuxi'), await find(searcher, 'xuzhou')]).toEqual([[], ['alarmType: 徐州']]);
    expect(changed).not.toHaveProperty('labelPinyin');
  });

  it('are found by pinyin after an import, both new and changed ones', async () => {
    const wish = { entity: 'alarmType', mode: 'both' } as const;
    const bring = async (...rows: string[][]) => {
      const table = await tableFile([['code', 'name', 'level'], [], ...rows]);
      const check = await checkTable(searcher, wish, upload(table));
      const { report } = await importTable(searcher, wish, check.job);
      return [report.created, report.updated];
    };
    expect(await bring(['F1', '宁波', 'minor'], ['F2', 'Plain', 'minor'])).toEqual([2, 0]);
    expect(await find(searcher, 'ningbo')).toEqual(['alarmType: 宁波']);
    expect(await bring(['F1', '嘉兴', 'minor'], ['F2', '湖州', 'minor'])).toEqual([0, 2]);
    expect([
      await find(searcher, 'ningbo'),
      await find(searcher, 'jiaxing'),
      await find(searcher, 'huzhou'),
    ]).toEqual([[], ['alarmType: 嘉兴'], ['alarmType: 湖州']]);
  });

  it('are found by pinyin after a restore from the recycle bin', async () => {
    const { id } = await createType(searcher, '镇江');
    await searcher.call('alarmTypeDelete', { path: { id } });
    expect(await find(searcher, 'zhenjiang')).toEqual([]);
    const { records } = await searcher.call('recycleBin', { query: { entity: 'alarmType' } });
    const entry = records.find(({ label }) => label === '镇江')!;
    await searcher.call('recycleBinRestore', { body: { ids: [entry.id] } });
    expect(await find(searcher, 'zhenjiang')).toEqual(['alarmType: 镇江']);
  });

  it('are found after any other way of writing, and if they existed before', async () => {
    const insert =
      'insert into alarm_type (tenant_id, code, name, level) values ($1, $2, $3, $4) returning id';
    const rows = await raw(insert, own, 'RAW', '扬州', 'minor');
    await fillPinyinNow(server);
    expect(await find(searcher, 'yangzhou')).toEqual(['alarmType: 扬州']);
    // Two different names with the same pronunciation.
    for (const [name, typed] of [
      ['泰州', 'taizhou'],
      ['台州', 'taizhou'],
    ]) {
      await changeRows(server, 'alarm_type', { id: rows[0]!.id }, { name });
      await fillPinyinNow(server);
      expect(await find(searcher, typed!)).toEqual([`alarmType: ${name}`]);
    }
  });

  it('are found by another field once this field is the label', async () => {
    const insert = 'insert into alarm_type (tenant_id, code, name, level) values ($1, $2, $3, $4)';
    await raw(insert, own, '衢州', '丽水', 'minor');
    await fillPinyinNow(server);
    await raw(`select enable_pinyin('alarm_type', 'code')`);
    await raw(`select enable_pinyin('alarm_type', 'name')`);
    const rows = await raw(`select count(*)::int as id from pg_trigger where tgname like 'pinyin_of_%'
      and tgrelid = 'alarm_type'::regclass`);
    expect(rows).toEqual([{ id: 1 }]);
    await fillPinyinNow(server);
    expect(await find(searcher, 'lishui')).toEqual(['alarmType: 丽水']);
  });

  it('keep their pinyin if they do not change', async () => {
    const versions = async () =>
      new Set(
        (await readRows(server, 'alarm_type', ['id', 'version'], { tenant_id: own })).map((row) =>
          JSON.stringify(row),
        ),
      );
    const before = await versions();
    await fillPinyinNow(server);
    expect(await versions()).toEqual(before);
  });

  it('are returned in English to English users, if there is an English name', async () => {
    await searcher.call('roleCreate', { body: { name: '厨师', nameEn: 'Cook', key: 'cook' } });
    await searcher.call('roleCreate', { body: { name: '厨师长', key: 'chef' } });
    const english = await searcher.call('search', {
      query: { search: 'chushi' },
      headers: { 'accept-language': 'en' },
    });
    expect(english.map(({ label }) => label).sort()).toEqual(['Cook', '厨师长']);
    expect((await find(searcher, 'chushi')).sort()).toEqual(['role: 厨师', 'role: 厨师长']);
  });
});
