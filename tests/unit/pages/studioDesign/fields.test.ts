import { describe, expect, it } from 'vitest';
import type { EntityDefinition, Field } from '../../../../generated/definition.ts';
import { fieldsOf } from '../../../../pages/studio/parts/design/entityDoc.ts';
import {
  choicesText,
  fieldType,
  readChoices,
} from '../../../../pages/studio/parts/design/fields/fieldKinds.ts';
import { readField, removeField, writeField } from '../../../../pages/studio/parts/design/fields/fields.ts';

const rack: EntityDefinition = {
  name: 'rack',
  title: { zh: '架', en: 'Rack' },
  label: 'name',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: { zh: '名', en: 'Name' }, maxLength: 50, pattern: '^a' },
      cells: { type: 'integer', title: { zh: '芯', en: 'Cells' } },
    },
    required: ['name'],
  },
  ui: { sections: [{ title: { zh: 'a', en: 'a' }, fields: ['cells'] }] },
  list: { columns: ['name', 'cells'], totals: ['cells'], sort: [{ field: 'cells', order: 'asc' }] },
  unique: [['name']],
  api: { base: '/manager/rack' },
};

describe('fields', () => {
  it('are added with their type and their place', () => {
    const after = writeField(rack, null, {
      name: 'grade',
      titleZh: '级',
      titleEn: 'Grade',
      type: 'choice',
      dictionary: 'customerLevel',
      required: true,
      inList: true,
      inFilter: true,
    });
    expect(after).toMatchObject({
      schema: {
        properties: {
          grade: { type: 'string', 'x-dictionary': 'customerLevel', title: { zh: '级', en: 'Grade' } },
        },
        required: ['name', 'grade'],
      },
      list: { columns: ['name', 'cells', 'grade'], filters: ['grade'] },
    });
  });

  it('define the size of a file, also in a list that was written by hand', () => {
    const film = { name: 'film', titleZh: '录像', titleEn: 'Film', type: 'file' };
    const made = writeField(rack, null, { ...film, megabytes: 500 });
    expect(readField(made, 'film').megabytes).toBe(500);
    const asText = writeField(made, 'film', {
      ...readField(made, 'film'),
      type: 'text',
      megabytes: undefined,
    });
    expect(fieldsOf(asText).film).not.toHaveProperty('x-megabytes');
    const { schema } = made;
    const films: Field = { type: 'array', items: { format: 'file' }, 'x-megabytes': 500 };
    const many = { ...made, schema: { ...schema, properties: { ...schema.properties, film: films } } };
    const unchanged = writeField(many, 'film', { ...readField(many, 'film'), megabytes: undefined });
    expect(fieldsOf(unchanged).film).toMatchObject({ 'x-megabytes': 500 });
  });

  it("keep keywords that the form does not show; a change of type removes the type's keywords", () => {
    const same = writeField(rack, 'name', { ...readField(rack, 'name'), titleEn: 'Called' });
    expect(fieldsOf(same).name).toEqual({
      type: 'string',
      title: { zh: '名', en: 'Called' },
      maxLength: 50,
      pattern: '^a',
    });
    const other = fieldsOf(writeField(rack, 'name', { ...readField(rack, 'name'), type: 'date' })).name;
    expect(other).toMatchObject({ type: 'string', format: 'date' });
    expect(other).not.toHaveProperty('maxLength');
  });

  it('are removed everywhere', () => {
    expect(JSON.stringify(removeField(rack, 'cells'))).not.toContain('cells');
    expect(removeField(rack, 'cells')).not.toHaveProperty('ui.sections.0');
  });

  it('are removed together with rules about other records that name them', () => {
    const both = (what: string) => ({ zh: what, en: what });
    const apart = (to: string, what: string) => ({ by: ['name'], from: 'begun', to, text: both(what) });
    const ruled: EntityDefinition = {
      ...rack,
      apart: [apart('cells', 'x'), apart('done', '{cells}'), apart('done', 'cells')],
    };
    expect(removeField(ruled, 'cells').apart).toEqual([apart('done', 'cells')]);
    expect(removeField(ruled, 'done').apart).toEqual([apart('cells', 'x')]);
  });

  it('have limits and their own key; a key over several fields remains', () => {
    const keyed: EntityDefinition = { ...rack, unique: [['name', 'cells']] };
    const written = writeField(keyed, 'cells', {
      ...readField(keyed, 'cells'),
      minimum: 2,
      maxLength: 9,
      unique: true,
    });
    expect(fieldsOf(written).cells).toEqual({
      type: 'integer',
      title: { zh: '芯', en: 'Cells' },
      minimum: 2,
    });
    expect(written.unique).toEqual([['name', 'cells'], ['cells']]);
    expect(readField(written, 'cells')).toMatchObject({ minimum: 2, unique: true });
    const back = writeField(written, 'cells', { ...readField(written, 'cells'), unique: false });
    expect(back.unique).toEqual([['name', 'cells']]);
  });

  it('accept one title for both languages', () => {
    const values = { name: 'note', titleZh: '备注', titleEn: '', helpZh: '说明', type: 'text' };
    expect(fieldsOf(writeField(rack, null, values)).note).toMatchObject({
      title: { zh: '备注', en: '备注' },
      description: { zh: '说明', en: '说明' },
    });
  });

  it('are distinguished by the usual names of their kinds', () => {
    const kinds = (field: object) => fieldType(field);
    expect(kinds({ type: 'string', 'x-options': [{ value: 'a', title: { zh: 'a', en: 'a' } }] })).toBe(
      'options',
    );
    expect(kinds({ type: 'integer', 'x-ref': 'user' })).toBe('user');
    expect(kinds({ type: 'string', 'x-ref': 'station', 'x-refKey': 'sn' })).toBe('ref');
    expect(kinds({ type: 'string', 'x-ref': 'customer', 'x-refKey': 'name' })).toBe('other');
    expect(kinds({ type: 'string', readOnly: true, 'x-sequence': { pattern: '{n}' } })).toBe('sequence');
    expect(kinds({ type: 'number', 'x-computed': { '*': [{ var: 'a' }, { var: 'b' }] } })).toBe('formula');
    expect(kinds({ type: 'number', 'x-computed': { cat: ['a'] } })).toBe('other');
    expect(kinds({ type: 'string', maxLength: 2000, 'x-control': 'textarea' })).toBe('longText');
    expect(kinds({ type: 'string', format: 'money' })).toBe('money');
  });
});

describe('choices', () => {
  const low = { value: 'low', title: { zh: '低', en: 'Low' }, color: 'normal' as const };

  it('are entered one per line, in one language or both', () => {
    expect(readChoices('低 | Low\n\n高｜High\n急')).toEqual([
      { value: 'low', title: { zh: '低', en: 'Low' } },
      { value: 'high', title: { zh: '高', en: 'High' } },
      { value: 'option3', title: { zh: '急', en: '急' } },
    ]);
    expect(choicesText([low])).toBe('低 | Low');
  });

  it('keep their values when others are inserted before them, and when only their name changes', () => {
    expect(readChoices('急\n低', [low])).toEqual([
      { value: 'option1', title: { zh: '急', en: '急' } },
      { ...low, title: { zh: '低', en: '低' } },
    ]);
    expect(readChoices('很低 | Very low', [low])).toEqual([
      { ...low, title: { zh: '很低', en: 'Very low' } },
    ]);
  });

  it('have a default of their kind, or today and the current user', () => {
    const begins = (type: string, start: string | number | undefined, more = {}) => {
      const made = writeField(rack, null, { name: 'new', titleZh: '', titleEn: 'New', type, ...more });
      const started = writeField(made, 'new', { ...readField(made, 'new'), start });
      return { field: fieldsOf(started).new, start: readField(started, 'new').start };
    };
    const choices = { choices: '高 | High\n低 | Low\n无 | None' };
    expect(begins('options', 'low', choices)).toMatchObject({ field: { default: 'low' }, start: 'low' });
    expect(begins('options', 'gone', choices).field).not.toHaveProperty('default');
    expect(begins('boolean', 'false')).toMatchObject({ field: { default: false }, start: 'false' });
    expect(begins('number', 3)).toMatchObject({ field: { default: 3 }, start: 3 });
    expect(begins('date', 'today')).toMatchObject({
      field: { 'x-default': { var: '$context.today' } },
      start: 'today',
    });
    expect(begins('date', undefined).field).not.toHaveProperty('x-default');
    expect(begins('user', 'me').field).toMatchObject({ 'x-default': { var: '$context.userId' } });
  });

  it('keep a default that only code can express, and lose it with their kind', () => {
    const worked = { 'x-default': { dateAdd: [{ var: '$context.today' }, 30] } };
    const dated = writeField(rack, null, { name: 'due', titleZh: '', titleEn: 'Due', type: 'date' });
    dated.schema.properties!.due = { ...fieldsOf(dated).due, ...worked };
    const titled = writeField(dated, 'due', { ...readField(dated, 'due'), titleEn: 'Until' });
    expect(fieldsOf(titled).due).toMatchObject(worked);
    const text = writeField(dated, 'due', { ...readField(dated, 'due'), type: 'text' });
    expect(fieldsOf(text).due).not.toHaveProperty('x-default');
  });
});
