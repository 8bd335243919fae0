import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addField } from '../../../../pages/studio/parts/design/changes.ts';
import { documentOf, type EntityDocument } from '../../../../pages/studio/parts/design/entityDoc.ts';
import { readColumns } from '../../../../pages/studio/parts/design/fields/sheetColumns.ts';
import {
  copyRecord,
  newBlocksPage,
  newRecord,
  newRecordOfSheet,
  newRecordWithLines,
  newReportPage,
} from '../../../../pages/studio/parts/design/newDocument.ts';
import { addStates } from '../../../../pages/studio/parts/design/states/states.ts';
import { jsonText } from '../../../../runtime/core/text/jsonText.ts';
import { makeTemplate } from '../../../../server/engine/studio/answers.ts';
import { checkStudio } from '../../../../server/engine/studio/check.ts';
import { splitLines } from '../../../../server/engine/studio/lines.ts';
import { findSource, readRepository } from '../../../../server/engine/studio/repository.ts';

const repository = readRepository();
const context = {
  repository,
  holding: [],
  definitions: repository.definitions,
  operations: [],
  tables: new Set<string>(),
};
const naming = { title: { zh: '备件订单', en: 'Spare part order' }, group: 'appliance' } as const;
const template = () => ({ ...makeTemplate('entity', 'sparePartOrder') });
const problemsOf = (document: EntityDocument) =>
  checkStudio(context, 'entity', null, { ...documentOf(document) });

function designed(): EntityDocument {
  let whole = newRecordWithLines(template(), naming);
  for (const kind of ['number', 'money', 'formula']) whole = addField(whole, 0, kind, null).document;
  for (const kind of ['ref', 'options', 'date', 'total'])
    whole = addField(whole, 'record', kind, null).document;
  return { ...whole, ...addStates(whole) };
}

describe('a document of the designer', () => {
  it('passes the codegen, from the first step on', () => {
    expect(problemsOf(newRecord(template(), naming))).toEqual([]);
    expect(problemsOf(newRecordWithLines(template(), naming))).toEqual([]);
    expect(problemsOf(designed())).toEqual([]);
  });

  it('passes as a record made from a sheet, with its columns', () => {
    const columns = readColumns([
      ['编号', '名称', '数量', '单价', '入库日期', '状态', ''],
      ...Array.from({ length: 9 }, (_, at) => [
        `00${at}`,
        '滤芯',
        String(at),
        '10.5',
        '2026-01-02',
        ['新', '旧', '坏'][at % 3]!,
      ]),
    ]);
    const spell = (text: string) => (text === '数量' ? 'shuliang' : '');
    const whole = newRecordOfSheet(template(), naming, columns, spell);
    expect(problemsOf(whole)).toEqual([]);
    expect(whole).toMatchObject({ label: 'name', unique: [['name']] });
    expect(whole.schema.properties).toMatchObject({
      name: { title: { zh: '编号', en: '编号' } },
      shuliang: { type: 'integer', title: { zh: '数量' } },
      money: { format: 'money', title: { zh: '单价' } },
      choice: { 'x-options': [{ title: { zh: '新' } }, { title: { zh: '旧' } }, { title: { zh: '坏' } }] },
    });
    expect(whole.schema.properties).not.toHaveProperty('remark');
  });

  it('passes as the page of a report, split or not', () => {
    const { statistics } = context.repository.definitions;
    const split = statistics.find(({ value }) => value.by?.length)!.value;
    const title = { zh: '备件', en: 'Spare parts' };
    for (const by of [split.by, undefined]) {
      const page = newReportPage({ ...split, by }, 'spareParts', 'bar', { title, group: 'appliance' });
      expect(checkStudio(context, 'page', null, page)).toEqual([]);
      expect(page).toMatchObject({
        report: { blocks: [{ as: by ? 'bar' : 'figures' }, ...(by ? [{}] : [])] },
      });
    }
  });

  it('passes as a page of blocks, with figures and a form where the record has them', () => {
    const { entities, statistics } = context.repository.definitions;
    const group = 'appliance' as const;
    const title = { zh: '今日', en: 'Today' };
    const { value: counted } = entities.find(({ value }) =>
      statistics.some((statistic) => statistic.value.of === value.name),
    )!;
    const figures = statistics.find(({ value }) => value.of === counted.name)!.value.name;
    const page = newBlocksPage(counted, figures, 'todayBoard', { title, group });
    expect(checkStudio(context, 'page', null, page)).toEqual([]);
    expect(page.name).toBe('TodayBoard');
    const read = { ...counted, api: { ...counted.api, do: ['list', 'get'] } } as typeof counted;
    expect(newBlocksPage(read, undefined, 'todayBoard', { title, group })).toMatchObject({
      layout: { rows: [[{ as: 'list' }], [{ as: 'text' }]] },
    });
  });

  it('passes as a copy of a record with lines', () => {
    const { definitions } = context.repository;
    const order = findSource(definitions, { kind: 'entity', name: 'dept' })!.document;
    const copy = copyRecord({ ...order }, 'crew', { ...naming, title: { zh: '班组', en: 'Crew' } });
    expect(copy).toMatchObject({ name: 'crew', api: { base: '/manager/crew' } });
    expect(problemsOf(copy)).toEqual([]);
  });

  it('is exported in the format of the repository', () => {
    const folder = mkdtempSync(join(import.meta.dirname, 'exported-'));
    try {
      const parts = splitLines({ kind: 'entity', name: 'sparePartOrder' }, { ...documentOf(designed()) });
      const files = parts.map(({ name, document }) => {
        const file = join(folder, `${name}.json`);
        writeFileSync(file, jsonText(document));
        return file;
      });
      expect(files).toHaveLength(2);
      execFileSync('npx', ['biome', 'format', ...files], { stdio: 'pipe' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
