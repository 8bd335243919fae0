/** Edits a document in the words of users: its content, from top to bottom. */

import type {
  DocumentDefinition,
  EntityDefinition,
  Field,
  Text,
} from '../../../../../generated/definition.ts';
import { lineSets, ownFields } from '../../../../../runtime/core/lines.ts';
import { pickText } from '../../../../../runtime/core/text/pickText.ts';
import { fieldTypeOf } from '../../../../../runtime/fieldTypes/index.ts';
import { isMoney, someOf } from '../entityDoc.ts';

export type Section = DocumentDefinition['sections'][number];
type Printed = NonNullable<Section['fields']>[number];
export const SECTION_KINDS = ['fields', 'lines', 'text', 'pictures', 'approval', 'signatures'] as const;
export type SectionKind = (typeof SECTION_KINDS)[number];

const text = (zh: string, en: string): Text => ({ zh, en });
const WORDS = text('在此填写固定文字', 'Words that stand on every document');
const SIGNED = [text('经办人', 'Made by'), text('批准人', 'Approved by')];

/** Returns null for a section that the designer cannot create. */
export function kindOf(section: Section): SectionKind | null {
  if (section.records) return null;
  return (
    SECTION_KINDS.find((kind) => kind !== 'fields' && section[kind] !== undefined) ??
    (section.fields ? 'fields' : null)
  );
}

const isFile = (field: Field): boolean => fieldTypeOf(field.items ?? field).isFile === true;

/** Returns whether a field has a text that can be printed. */
const isWritten = (field: Field): boolean =>
  !field.writeOnly &&
  !field['x-sealed'] &&
  !field['x-lines'] &&
  !isFile(field) &&
  field['x-control'] !== 'hidden';

const listWrittenNames = (fields: Readonly<Record<string, Field>>): string[] =>
  Object.entries(fields).flatMap(([name, field]) => (isWritten(field) && name !== 'id' ? [name] : []));

export const listPrintedFields = (entity: EntityDefinition): string[] =>
  listWrittenNames(ownFields(entity.schema));

const findLines = (entity: EntityDefinition, name: string | undefined): Field | undefined =>
  lineSets(entity).find((set) => set.name === name)?.field;

export const listPrintedColumns = (entity: EntityDefinition, lines: string | undefined): string[] =>
  listWrittenNames(findLines(entity, lines)?.items?.properties ?? {});

/** Returns the fields that a section may name: those of its lines, or of the record. */
export const listOfferedFields = (entity: EntityDefinition, section: Section): string[] =>
  section.lines === undefined ? listPrintedFields(entity) : listPrintedColumns(entity, section.lines);

export const findShownField = (entity: EntityDefinition, section: Section, name: string): Field =>
  (section.lines === undefined
    ? entity.schema.properties?.[name]
    : findLines(entity, section.lines)?.items?.properties?.[name]) ?? {};

/** Returns amounts of the record, which may be below a table. */
export const listOfferedTotals = (entity: EntityDefinition): string[] =>
  listPrintedFields(entity).filter((name) => isMoney(entity.schema.properties?.[name]));

export const listOfferedPictures = (entity: EntityDefinition): string[] =>
  Object.entries(ownFields(entity.schema)).flatMap(([name, field]) =>
    ['image', 'signature'].includes((field.items ?? field).format ?? '') ? [name] : [],
  );

export const listOfferedKinds = (entity: EntityDefinition): SectionKind[] =>
  SECTION_KINDS.filter((kind) => {
    if (kind === 'lines') return lineSets(entity).length > 0;
    if (kind === 'pictures') return listOfferedPictures(entity).length > 0;
    return kind !== 'approval' || entity.approval !== undefined;
  });

/** Creates a section that already has content. */
function makeSection(entity: EntityDefinition, kind: SectionKind): Section {
  const [set] = lineSets(entity);
  switch (kind) {
    case 'fields':
      return { fields: listPrintedFields(entity).slice(0, 6) };
    case 'lines': {
      const totals = someOf(listOfferedTotals(entity));
      return { lines: set?.name, fields: listPrintedColumns(entity, set?.name), ...(totals && { totals }) };
    }
    case 'text':
      return { text: WORDS };
    case 'pictures':
      return { pictures: listOfferedPictures(entity)[0] };
    case 'approval':
      return { approval: true };
    case 'signatures':
      return { signatures: SIGNED };
  }
}

const withSections = (paper: DocumentDefinition, sections: Section[]): DocumentDefinition => ({
  ...paper,
  sections,
});

export const addPart = (
  paper: DocumentDefinition,
  entity: EntityDefinition,
  kind: SectionKind,
): DocumentDefinition => withSections(paper, [...paper.sections, makeSection(entity, kind)]);

export const changePart = (
  paper: DocumentDefinition,
  at: number,
  change: Partial<Section>,
): DocumentDefinition =>
  withSections(
    paper,
    paper.sections.map((section, index) => (index === at ? { ...section, ...change } : section)),
  );

export const removePart = (paper: DocumentDefinition, at: number): DocumentDefinition =>
  withSections(paper, paper.sections.toSpliced(at, 1));

export function movePart(paper: DocumentDefinition, from: number, to: number): DocumentDefinition {
  const section = paper.sections[from];
  if (!section || to < 0 || to >= paper.sections.length) return paper;
  return withSections(paper, paper.sections.toSpliced(from, 1).toSpliced(to, 0, section));
}

export const nameOf = (printed: Printed): string => (typeof printed === 'string' ? printed : printed.field);

/** Returns the fields in their new order. Their other settings are kept. */
export const printNames = (before: readonly Printed[] | undefined, names: readonly string[]): Printed[] =>
  names.map((name) => before?.find((printed) => nameOf(printed) === name) ?? name);

/** Reads the signers by their names in one language. Existing ones keep the other language. */
export const nameSigners = (before: readonly Text[], names: readonly string[], lang: 'zh' | 'en'): Text[] =>
  names.map((name) => before.find((title) => pickText(title, lang) === name) ?? { zh: name, en: name });
