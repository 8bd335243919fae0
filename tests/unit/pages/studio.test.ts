import { describe, expect, it } from 'vitest';
import { diffLines, shortenDiff } from '../../../pages/studio/parts/source/diff.ts';
import { insertKeyword, keywordsAt, metasOf, valuesAt } from '../../../pages/studio/parts/source/meta.ts';
import { objectAt, placePointer, valueAt } from '../../../pages/studio/parts/source/pointers.ts';
import { readRepository } from '../../../server/engine/studio/repository.ts';

const text = `{
  "name": "rack",
  "schema": {
    "properties": { "cells": { "type": "integer" } }
  },
  "unique": [["name"], ["cells"]]
}`;
const cut = ({ from, to }: { from: number; to: number }) => text.slice(from, to);

describe('a JSON pointer', () => {
  it('leads to its place in the text, or to the nearest existing one', () => {
    expect(cut(placePointer(text, '/schema/properties/cells/type'))).toBe('"type"');
    expect(cut(placePointer(text, '/unique/1/0'))).toBe('"cells"');
    expect(cut(placePointer(text, '/schema/properties/nothing'))).toBe('"properties"');
    expect(cut(placePointer(text, ''))).toBe('{');
    expect(placePointer('not json', '/a')).toMatchObject({ from: 0 });
  });

  it('is found from the cursor', () => {
    expect(objectAt(text, text.indexOf('"integer"'))).toMatchObject({
      path: ['schema', 'properties', 'cells'],
      names: ['type'],
    });
    expect(objectAt(text, 1)).toMatchObject({ path: [], names: ['name', 'schema', 'unique'] });
  });
});

describe('the keywords that fit', () => {
  const metas = metasOf(readRepository().metas as Record<string, unknown>[]);
  const names = (path: string[], named: string[] = []) =>
    keywordsAt(metas, 'entity.schema.json', path, named).map(({ name }) => name);

  it('are the missing ones of the meta schema at this place', () => {
    expect(names([], ['name', 'title'])).toEqual(expect.arrayContaining(['label', 'schema', 'approval']));
    expect(names([], ['name'])).not.toContain('name');
    expect(names(['schema', 'properties', 'cells'])).toEqual(expect.arrayContaining(['x-ref', 'minimum']));
    expect(names(['states', 'transitions', '0'])).toContain('guard');
    expect(names(['nothing', 'here'])).toEqual([]);
  });

  it('have values: words of the meta schema, existing names, fields of the entity', () => {
    const known = {
      dictionaries: ['level'],
      entities: ['rack'],
      widgets: ['gauge'],
      fields: ['name', 'cells'],
    };
    const values = (...path: string[]) => valuesAt(metas, 'entity.schema.json', path, known);
    expect(values('schema', 'properties', 'cells', 'type')).toContain('boolean');
    expect(values('schema', 'properties', 'cells', 'x-checkUnique')).toEqual(['true', 'false']);
    expect(values('schema', 'properties', 'cells', 'x-ref')).toEqual(['rack']);
    expect(values('schema', 'properties', 'cells', 'x-dictionary')).toEqual(['level']);
    expect(values('list', 'columns', '0')).toEqual(['name', 'cells']);
    expect(values('unique', '0', '0')).toEqual(['name', 'cells']);
    expect(values('schema', 'properties', 'cells', 'x-unit')).toEqual([]);
    expect(valuesAt(metas, 'preset.schema.json', ['document', 'widgets', '0', 'type'], known)).toEqual([
      'gauge',
    ]);
  });

  it('have their value found from the cursor', () => {
    const at = (word: string) => valueAt(text, text.indexOf(word) + 2);
    expect(at('"integer"')).toMatchObject({ path: ['schema', 'properties', 'cells', 'type'] });
    expect(cut(at('"integer"')!.value)).toBe('"integer"');
    expect(at('"cells"]')).toMatchObject({ path: ['unique', '1', '0'] });
    expect(at('"properties"')).toBeNull();
  });

  it('are inserted as valid JSON', () => {
    const [title] = keywordsAt(metas, 'entity.schema.json', ['schema', 'properties', 'cells'], ['type']);
    const place = objectAt(text, text.indexOf('"integer"'))!;
    const { at, insert } = insertKeyword(text, place.node, false, title!);
    const written = JSON.parse(text.slice(0, at) + insert + text.slice(at)) as {
      schema: { properties: { cells: object } };
    };
    expect(Object.keys(written.schema.properties.cells)).toEqual(['type', title!.name]);
  });
});

describe('a difference', () => {
  it('shows removed and added lines with some context', () => {
    const before = Array.from({ length: 20 }, (_, at) => `line ${at}`);
    const after = before.with(10, 'changed').toSpliced(15, 0, 'added');
    const shown = shortenDiff(diffLines(before.join('\n'), after.join('\n')), 1);
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
