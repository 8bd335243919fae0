/** Changes of the designer to a record and its lines, which are one document. */
import '../../../../runtime/core/definitions/allEntities.ts';
import type { EntityDefinition } from '../../../../generated/definition.ts';
import { dictionaries } from '../../../../runtime/core/definitions/dictionaries.ts';
import { sameValue } from '../../../../runtime/core/document/same.ts';
import { type EntityDocument, entityOf, fieldsOf, figuresOf, listPlacedNames } from './entityDoc.ts';
import { titleOfKind } from './fields/fieldForm.ts';
import { type FieldType, fieldType, refShape } from './fields/fieldKinds.ts';
import { type FieldValues, readField, removeField, writeField } from './fields/fields.ts';
import { type Landing, placeField } from './fields/layout.ts';
import { followsTitle, freeKey, initialsOf, keyOfTitle, type Spell } from './keys.ts';
import { renameField, renameInTotals } from './rename.ts';
import { settleFigures } from './rules/expressions.ts';

/** The record itself, or its lines by their index. */
export type Part = 'record' | number;

export const partOf = (whole: EntityDocument, part: Part): EntityDefinition | undefined =>
  part === 'record' ? whole : whole.lines?.[part];

/** Returns the document with one of its parts changed. */
export function changePart(
  whole: EntityDocument,
  part: Part,
  change: <E extends EntityDefinition>(entity: E) => E,
): EntityDocument {
  if (part === 'record') return change(whole);
  return { ...whole, lines: whole.lines?.map((line, index) => (index === part ? change(line) : line)) };
}

/**
 * Returns names that a new field may not have. Names of lines count as well, because the record uses them like fields.
 */
function listUsedNames(whole: EntityDocument, part: Part): string[] {
  const own = Object.keys(fieldsOf(partOf(whole, part) ?? whole));
  return part === 'record' ? [...own, ...(whole.lines ?? []).map(({ of }) => of?.as ?? '')] : own;
}

/** Returns the values of a new field. They avoid problems as far as these are known. */
function startValues(whole: EntityDocument, entity: EntityDefinition, type: FieldType): Partial<FieldValues> {
  if (type === 'ref') return { ref: 'station' };
  if (type === 'choice') return { dictionary: Object.keys(dictionaries)[0] };
  if (type === 'sequence') return { unique: true };
  if (type === 'formula') {
    const figures = figuresOf(entity);
    return { left: figures.at(-2) ?? '', operator: '*', right: figures.at(-1) ?? '' };
  }
  const [lines] = whole.lines ?? [];
  if (type === 'total' && lines) {
    const added = figuresOf(lines).at(-1);
    return { lines: lines.of?.as, figure: added ? 'sum' : 'length', added };
  }
  return {};
}

/** Adds a field of a kind, and returns its key. */
export function addField(
  whole: EntityDocument,
  part: Part,
  type: FieldType,
  landing: Landing | null,
): { document: EntityDocument; name: string } {
  const name = freeKey(type === 'options' ? 'choice' : type, listUsedNames(whole, part));
  const { zh, en } = titleOfKind(type);
  const document = changePart(whole, part, (entity) => {
    const values = { name, titleZh: zh, titleEn: en, type, ...startValues(whole, entity, type) };
    const inList = type !== 'longText' && type !== 'image' && type !== 'file';
    const added = writeField(entity, null, { ...values, inList });
    return placeField(
      type === 'sequence' ? withInitials(added, name) : added,
      name,
      landing ?? lastPlace(added, name),
    );
  });
  return { document: settleFigures(document), name };
}

/** Sets the beginning of numbers to the initials of the record. */
function withInitials<E extends EntityDefinition>(entity: E, name: string): E {
  const pattern = `${initialsOf(entity.name) || 'N'}-{yyyy}-{n:4}`;
  const field = { ...fieldsOf(entity)[name], 'x-sequence': { pattern, by: ['year'] } };
  return { ...entity, schema: { ...entity.schema, properties: { ...fieldsOf(entity), [name]: field } } };
}

/** Returns the end of the last section, or of the form. */
function lastPlace(entity: EntityDefinition, name: string): Landing {
  const count = entity.ui?.sections?.length ?? 0;
  const last = listPlacedNames(entity)
    .filter((one) => one !== name)
    .at(-1);
  if (count > 0) return { section: count - 1 };
  return last ? { beside: last, side: 'behind' } : { section: 0 };
}

/** Renames a field. Its key follows its title until the table has a column for it. */
export function renameTo(whole: EntityDocument, part: Part, from: string, to: string): EntityDocument {
  if (from === to) return whole;
  const renamed = changePart(whole, part, (entity) => renameField(entity, from, to));
  const as = part === 'record' ? undefined : whole.lines?.[part]?.of?.as;
  if (!as) return renamed;
  return { ...renamed, schema: renameInTotals(renamed.schema, as, from, to) as EntityDefinition['schema'] };
}

const titleOf = (values: FieldValues) => ({ zh: values.titleZh, en: values.titleEn });

const CHINESE = /\p{Script=Han}/u;

/** Changes a title. Authors enter it once, and the other language follows until they edit it. */
function retitle(old: FieldValues, values: FieldValues): FieldValues {
  const defaults = titleOfKind(old.type);
  const isDefault = old.titleZh === defaults.zh && old.titleEn === defaults.en;
  const isOne = old.titleZh === old.titleEn;
  const zhWritten = values.titleZh !== old.titleZh;
  const enWritten = values.titleEn !== old.titleEn;
  if (zhWritten && !enWritten && (isDefault || isOne)) return { ...values, titleEn: values.titleZh };
  const zhFollows = isDefault || (isOne && !CHINESE.test(old.titleZh));
  return enWritten && !zhWritten && zhFollows ? { ...values, titleZh: values.titleEn } : values;
}

/** Changes a field by the values of its card, and returns its key. */
export function changeField(
  whole: EntityDocument,
  part: Part,
  before: string,
  values: FieldValues,
  naming: { fixed: boolean; spell: Spell },
): { document: EntityDocument; name: string } {
  const entity = partOf(whole, part) ?? whole;
  const old = readField(entity, before);
  const otherwise = old.type === 'options' ? 'choice' : old.type;
  const shown = retitle(old, values);
  const isNew = before.replace(/\d+$/, '') === otherwise && sameValue(titleOf(old), titleOfKind(old.type));
  const follows = !naming.fixed && (isNew || followsTitle(before, titleOf(old), naming.spell, otherwise));
  const retitled = shown.titleZh !== old.titleZh || shown.titleEn !== old.titleEn;
  const others = listUsedNames(whole, part).filter((name) => name !== before);
  const started = values.type === old.type ? {} : startValues(whole, entity, values.type);
  const written = changePart(whole, part, (one) =>
    writeField(one, before, { ...shown, ...started, name: before }),
  );
  const name =
    follows && retitled ? freeKey(keyOfTitle(titleOf(shown), naming.spell, otherwise), others) : before;
  return { document: settleFigures(renameTo(written, part, before, name)), name };
}

export function dropField(whole: EntityDocument, part: Part, name: string): EntityDocument {
  return settleFigures(changePart(whole, part, (entity) => removeField(entity, name)));
}

/** Inserts a copy of a field after it. */
export function copyField(
  whole: EntityDocument,
  part: Part,
  name: string,
): { document: EntityDocument; name: string } {
  const copy = freeKey(name.replace(/\d+$/, ''), listUsedNames(whole, part));
  const document = changePart(whole, part, (entity) => {
    const properties = { ...fieldsOf(entity), [copy]: { ...fieldsOf(entity)[name] } };
    const added = { ...entity, schema: { ...entity.schema, properties } };
    return placeField(added, copy, { beside: name, side: 'behind' });
  });
  return { document, name: copy };
}

/** Adds the first lines of a record: their article, quantity and price. */
export function addLines(whole: EntityDocument): EntityDocument {
  const name = `${whole.name}Line`;
  const lines = whole.lines ?? [];
  const line = {
    $schema: '../../meta/entity.schema.json',
    name: freeKey(
      name,
      lines.map((one) => one.name),
    ),
    title: { zh: `${whole.title.zh}明细`, en: `${whole.title.en} line` },
    label: 'item',
    schema: {
      type: 'object',
      properties: {
        [`${whole.name}Id`]: { ...refShape(whole.name), title: whole.title },
        position: { type: 'integer', title: { zh: '序号', en: 'No.' }, 'x-control': 'hidden' },
        item: { type: 'string', title: { zh: '名称', en: 'Item' }, minLength: 1, maxLength: 200 },
      },
      required: [`${whole.name}Id`, 'item'],
    },
    list: { columns: ['item'], search: ['item'] },
    of: {
      field: `${whole.name}Id`,
      as: freeKey('lines', listUsedNames(whole, 'record')),
      in: 'form',
      order: 'position',
      delete: 'with',
    },
    api: { base: `/manager/${name}`, do: ['list', 'get'] },
    page: false,
  } satisfies EntityDefinition;
  return { ...whole, lines: [...lines, line] };
}

/** Removes new lines, with all references to them in the record. */
export function dropLines(whole: EntityDocument, at: number): EntityDocument {
  const lines = whole.lines?.filter((_, index) => index !== at) ?? [];
  const as = whole.lines?.[at]?.of?.as;
  const totals = Object.keys(fieldsOf(whole)).filter(
    (name) => fieldType(fieldsOf(whole)[name] ?? {}) === 'total' && readField(whole, name).lines === as,
  );
  const left = totals.reduce((entity, name) => removeField(entity, name), whole);
  const sections = left.ui?.sections?.map((section) => ({
    ...section,
    fields: section.fields.filter((name) => name !== as),
  }));
  const { lines: _, ...rest } = left;
  return {
    ...(lines.length > 0 ? { ...rest, lines } : rest),
    ...(sections && { ui: { ...left.ui, sections } }),
  };
}

/** Returns the keys that a table has already. Their titles may change, the keys may not. */
export function listFixedKeys(stored: Record<string, unknown> | null, part: Part): ReadonlySet<string> {
  const entity = stored && partOf(entityOf(stored), part);
  return new Set(entity ? Object.keys(fieldsOf(entity)) : []);
}
