import { describe, expect, it } from 'vitest';
import { diff_shorten, lines_diff } from '../../../pages/studio/parts/diff.ts';
import type { Document } from '../../../pages/studio/parts/document.ts';
import {
  field_move,
  field_read,
  field_remove,
  field_write,
  fields_of,
} from '../../../pages/studio/parts/fields.ts';
import { keyword_insert, keywords_at, metas_of, values_at } from '../../../pages/studio/parts/meta.ts';
import { object_at, pointer_place, value_at } from '../../../pages/studio/parts/pointers.ts';
import { repository_read } from '../../../server/studio/repository.ts';

const text = `{
  "name": "rack",
  "schema": {
    "properties": { "cells": { "type": "integer" } }
  },
  "unique": [["name"], ["cells"]]
}`;
const cut = ({ from, to }: { from: number; to: number }) => text.slice(from, to);

describe('a JSON pointer', () => {
  it('leads to its place in the text, or to the nearest that is there', () => {
    expect(cut(pointer_place(text, '/schema/properties/cells/type'))).toBe('"type"');
    expect(cut(pointer_place(text, '/unique/1/0'))).toBe('"cells"');
    expect(cut(pointer_place(text, '/schema/properties/nothing'))).toBe('"properties"');
    expect(cut(pointer_place(text, ''))).toBe('{');
    expect(pointer_place('not json', '/a')).toMatchObject({ from: 0 });
  });

  it('is found back from the cursor', () => {
    expect(object_at(text, text.indexOf('"integer"'))).toMatchObject({
      path: ['schema', 'properties', 'cells'],
      names: ['type'],
    });
    expect(object_at(text, 1)).toMatchObject({ path: [], names: ['name', 'schema', 'unique'] });
  });
});

describe('the keywords that fit', () => {
  const metas = metas_of(repository_read().metas as Record<string, unknown>[]);
  const names = (path: string[], named: string[] = []) =>
    keywords_at(metas, 'entity.schema.json', path, named).map(({ name }) => name);

  it('are those of the meta schema at this place, without what is there', () => {
    expect(names([], ['name', 'title'])).toEqual(expect.arrayContaining(['label', 'schema', 'approval']));
    expect(names([], ['name'])).not.toContain('name');
    expect(names(['schema', 'properties', 'cells'])).toEqual(expect.arrayContaining(['x-ref', 'minimum']));
    expect(names(['states', 'transitions', '0'])).toContain('guard');
    expect(names(['nothing', 'here'])).toEqual([]);
  });

  it('have values: words of the meta schema, names of what there is, fields of the entity', () => {
    const known = {
      dictionaries: ['level'],
      entities: ['rack'],
      widgets: ['gauge'],
      fields: ['name', 'cells'],
    };
    const values = (...path: string[]) => values_at(metas, 'entity.schema.json', path, known);
    expect(values('schema', 'properties', 'cells', 'type')).toContain('boolean');
    expect(values('schema', 'properties', 'cells', 'x-unique')).toEqual(['true', 'false']);
    expect(values('schema', 'properties', 'cells', 'x-ref')).toEqual(['rack']);
    expect(values('schema', 'properties', 'cells', 'x-dictionary')).toEqual(['level']);
    expect(values('list', 'columns', '0')).toEqual(['name', 'cells']);
    expect(values('unique', '0', '0')).toEqual(['name', 'cells']);
    expect(values('schema', 'properties', 'cells', 'x-unit')).toEqual([]);
    expect(values_at(metas, 'preset.schema.json', ['document', 'widgets', '0', 'type'], known)).toEqual([
      'gauge',
    ]);
  });

  it('have their value found from the cursor', () => {
    const at = (word: string) => value_at(text, text.indexOf(word) + 2);
    expect(at('"integer"')).toMatchObject({ path: ['schema', 'properties', 'cells', 'type'] });
    expect(cut(at('"integer"')!.value)).toBe('"integer"');
    expect(at('"cells"]')).toMatchObject({ path: ['unique', '1', '0'] });
    expect(at('"properties"')).toBeNull();
  });

  it('are written so that the text stays JSON', () => {
    const [title] = keywords_at(metas, 'entity.schema.json', ['schema', 'properties', 'cells'], ['type']);
    const place = object_at(text, text.indexOf('"integer"'))!;
    const { at, insert } = keyword_insert(text, place.node, false, title!);
    const written = JSON.parse(text.slice(0, at) + insert + text.slice(at)) as {
      schema: { properties: { cells: object } };
    };
    expect(Object.keys(written.schema.properties.cells)).toEqual(['type', title!.name]);
  });
});

describe('fields', () => {
  const document: Document = {
    name: 'rack',
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', title: { zh: '名', en: 'Name' }, maxLength: 50, pattern: '^a' },
        cells: { type: 'integer', title: { zh: '芯', en: 'Cells' } },
      },
      required: ['name'],
    },
    ui: { sections: [{ title: { zh: 'a', en: 'a' }, fields: ['cells'] }] },
    list: { columns: ['name', 'cells'], sort: [{ field: 'cells', order: 'asc' }] },
    unique: [['name']],
  };

  it('are added with what they are and where they are shown', () => {
    const after = field_write(document, null, {
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

  it('keep what the form does not know; a change of type takes its keywords along', () => {
    const same = field_write(document, 'name', { ...field_read(document, 'name'), titleEn: 'Called' });
    expect(fields_of(same)[0]?.[1]).toEqual({
      type: 'string',
      title: { zh: '名', en: 'Called' },
      maxLength: 50,
      pattern: '^a',
    });
    const other = field_write(document, 'name', { ...field_read(document, 'name'), type: 'date' });
    expect(fields_of(other)[0]?.[1]).toMatchObject({ type: 'string', format: 'date' });
    expect(fields_of(other)[0]?.[1]).not.toHaveProperty('maxLength');
  });

  it('are removed wherever they are named', () => {
    expect(JSON.stringify(field_remove(document, 'cells'))).not.toContain('cells');
    expect(field_remove(document, 'cells')).not.toHaveProperty('ui.sections.0');
  });

  it('have limits and a key of their own; a key over several fields stays', () => {
    const keyed: Document = { ...document, unique: [['name', 'cells']] };
    const values = { ...field_read(keyed, 'cells'), minimum: 2, maxLength: 9, unique: true };
    const written = field_write(keyed, 'cells', values);
    expect(fields_of(written)[1]?.[1]).toEqual({
      type: 'integer',
      title: { zh: '芯', en: 'Cells' },
      minimum: 2,
    });
    expect(written.unique).toEqual([['name', 'cells'], ['cells']]);
    expect(field_read(written, 'cells')).toMatchObject({ minimum: 2, unique: true });
    const back = field_write(written, 'cells', { ...field_read(written, 'cells'), unique: false });
    expect(back.unique).toEqual([['name', 'cells']]);
  });

  it('change places', () => {
    expect(fields_of(field_move(document, 'cells', -1)).map(([name]) => name)).toEqual(['cells', 'name']);
    expect(field_move(document, 'cells', 1)).toBe(document);
  });
});

describe('a difference', () => {
  it('names what went and what came, with a little around it', () => {
    const before = Array.from({ length: 20 }, (_, at) => `line ${at}`);
    const after = before.with(10, 'changed').toSpliced(15, 0, 'added');
    const shown = diff_shorten(lines_diff(before.join('\n'), after.join('\n')), 1);
    expect(shown.map((line) => line && line.sign + line.text)).toEqual([
      null,
      ' line 9',
      '-line 10',
      '+changed',
      ' line 11',
      null,
      ' line 14',
      '+added',
      ' line 15',
      null,
    ]);
  });
});
