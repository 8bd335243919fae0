/** Composes the blocks of a document from its record. Pure. Fields that the reader may not see are left out. */

import type {
  DocumentDefinition,
  DocumentField,
  DocumentSection,
  Field,
  Text,
} from '../../../generated/definition.ts';
import { EMPTY_VALUE } from '../../../runtime/core/numbers/format.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { fieldTypeOf } from '../../../runtime/fieldTypes/index.ts';
import { isNumeric, type ValueWords, writeValue } from '../../../runtime/fieldTypes/valueText.ts';
import type { RecordCurve } from '../recordCurve.ts';
import { sumAmounts, sumLines } from '../records/drawnRows.ts';
import { amountInCapitals } from './capitals.ts';
import { drawCurve } from './curve.ts';
import type { Labelled, PaperBlock, PaperColumn, PaperPicture, PaperTable } from './paper.ts';

export interface DrawnField {
  field: Field;
  value: unknown;
}

export interface DrawnTable {
  properties: Readonly<Record<string, Field>>;
  values: readonly Values[];
}

/** The decision of one user on a record. */
export interface DrawnDecision {
  step: Text;
  person: string;
  /** Null while it is pending. */
  decision: 'agreed' | 'rejected' | null;
  at: string | null;
  comment: string;
}

/** The parts of a record that its reader may see: fields by path, lines by name. */
export interface DrawnRecord {
  fields: ReadonlyMap<string, DrawnField>;
  lines: ReadonlyMap<string, DrawnTable>;
  /** Records that refer to this record, by section. Each section has one table for each currency. */
  records: ReadonlyMap<DocumentSection, readonly DrawnTable[]>;
  decisions: readonly DrawnDecision[];
  /** The measured values of the record over time. */
  curve?: RecordCurve | null;
  /** Pictures and codes to scan, by field. */
  pictures: ReadonlyMap<string, readonly PaperPicture[]>;
}

interface Ground {
  drawn: DrawnRecord;
  words: ValueWords;
  /** The name of the company that issues the document. */
  from: string;
}

/** The currency whose amounts can be written in capitals. */
const CAPITALS = 'CNY';

export const pathOf = (field: DocumentField): string => (typeof field === 'string' ? field : field.field);

export const makeWords = (lang: Lang, zone: string): ValueWords => ({
  lang,
  zone,
  titleOf(field, value) {
    const option = field['x-options']?.find((one) => one.value === value);
    return pickText(option?.title, lang);
  },
  // An unknown currency is left out, because a wrong one would mislead.
  currency: '',
});

function labelOf(documentField: DocumentField, field: Field, lang: Lang): string {
  const title = typeof documentField === 'string' ? undefined : documentField.title;
  return pickText(title ?? field.title, lang) ?? pathOf(documentField);
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Returns a field with its title. Null if the field is hidden or empty. */
function labelled(documentField: DocumentField, { drawn, words }: Ground): Labelled | null {
  const known = drawn.fields.get(pathOf(documentField));
  if (!known || isEmpty(known.value)) return null;
  const label = labelOf(documentField, known.field, words.lang);
  if (typeof documentField === 'string' || documentField.as !== 'capitals')
    return { label, text: writeValue(known.field, known.value, words) };
  const capitals = known.field['x-unit'] === CAPITALS ? amountInCapitals(String(known.value)) : null;
  return capitals === null || words.lang !== 'zh' ? null : { label, text: capitals };
}

const allLabelled = (fields: readonly DocumentField[], ground: Ground): Labelled[] =>
  fields.map((field) => labelled(field, ground)).filter((one) => one !== null);

/** Returns column widths by the longest texts, limited so that all columns have room. */
function columnWidths(columns: readonly string[][]): number[] {
  const sizeOf = (text: string) => [...text].reduce((sum, one) => sum + (one > '\u2e7f' ? 2 : 1), 0);
  const widths = columns.map((texts) => Math.min(Math.max(...texts.map(sizeOf), 4), 40) + 2);
  const whole = widths.reduce((sum, width) => sum + width, 0);
  return widths.map((width) => (width * 100) / whole);
}

/**
 * Returns a table of these fields, without fields that are empty in all rows. If all amounts have the same currency,
 * the header shows it once.
 */
function tableOf(
  documentFields: readonly DocumentField[],
  properties: Readonly<Record<string, Field>>,
  rows: readonly Values[],
  words: ValueWords,
): PaperTable | null {
  const shown = documentFields.flatMap((one) => {
    const field = properties[pathOf(one)];
    const isFilled = rows.length === 0 || rows.some((row) => !isEmpty(row[pathOf(one)]));
    return field && isFilled ? [{ one, field }] : [];
  });
  if (shown.length === 0) return null;
  const cells = shown.map(({ one, field }) => {
    const bare = fieldTypeOf(field).hasCurrency ? { ...field, 'x-unit': '' } : field;
    return rows.map((row) => {
      const text = writeValue(bare, row[pathOf(one)], words);
      return text === EMPTY_VALUE ? '' : text;
    });
  });
  const labels = shown.map(({ one, field }) => {
    const unit = fieldTypeOf(field).hasCurrency ? (field['x-unit'] ?? '') : '';
    return `${labelOf(one, field, words.lang)}${unit ? ` (${unit})` : ''}`;
  });
  const widths = columnWidths(cells.map((texts, at) => [labels[at]!, ...texts]));
  const columns = shown.map(
    ({ field }, at): PaperColumn => ({ label: labels[at]!, width: widths[at]!, isFigure: isNumeric(field) }),
  );
  return { columns, rows: rows.map((_, row) => cells.map((texts) => texts[row]!)) };
}

function linesBlock(section: DocumentSection, ground: Ground): PaperBlock | null {
  const { lines = '', fields = [], by, sum, totals = [] } = section;
  const known = ground.drawn.lines.get(lines);
  const { properties, values } = known ?? { properties: {}, values: [] };
  const table = tableOf(fields, properties, values, ground.words);
  const summed = allLabelled(totals, ground);
  // Sums may be visible even if the lines are hidden from the reader.
  if (!table) return summed.length > 0 ? { kind: 'pairs', columns: 1, pairs: summed } : null;
  const sums =
    by && sum && properties[by]
      ? sumLines(
          values,
          by,
          sum.filter((name) => properties[name]),
        )
      : [];
  return {
    kind: 'table',
    table,
    totals: summed,
    sums: sums.length > 1 ? tableOf([by!, ...sum!], properties, sums, ground.words) : null,
  };
}

const SUM: Text = { zh: '{title}合计', en: 'Total: {title}' };

/** Returns tables of the referring records, with their totals in each currency. */
function recordsBlocks(section: DocumentSection, { drawn, words }: Ground): PaperBlock[] {
  const { fields = [], sum = [] } = section;
  return (drawn.records.get(section) ?? []).flatMap(({ properties, values }): PaperBlock[] => {
    const table = tableOf(fields, properties, values, words);
    if (!table || values.length === 0) return [];
    const totals = sum.flatMap((name): Labelled[] => {
      const field = properties[name];
      if (!field) return [];
      const label = pickText(SUM, words.lang).replace('{title}', labelOf(name, field, words.lang));
      return [{ label, text: writeValue(field, sumAmounts(values, name), words) }];
    });
    return [{ kind: 'table', table, totals, sums: null }];
  });
}

/** Returns the lines of a text as entered, without empty lines at its beginning and end. */
const paragraphsOf = (text: string): string[] => text.trim().split(/\r?\n/);

/**
 * Returns the block of a section's fields. The text of a single field is written as paragraphs, without the
 * field's title.
 */
function fieldsBlock({ fields = [], columns = 2 }: DocumentSection, ground: Ground): PaperBlock | null {
  const pairs = allLabelled(fields, ground);
  const [only] = pairs;
  if (!only) return null;
  return fields.length === 1
    ? { kind: 'text', paragraphs: paragraphsOf(only.text) }
    : { kind: 'pairs', columns, pairs };
}

const DECISIONS: Readonly<Record<'agreed' | 'rejected' | 'waiting', Text>> = {
  agreed: { zh: '同意', en: 'Agreed' },
  rejected: { zh: '拒绝', en: 'Rejected' },
  waiting: { zh: '待审批', en: 'Waiting' },
};
/** The columns of the table of decisions, defined like fields of an entity. */
const DECISION_FIELDS: Readonly<Record<string, Field>> = {
  step: { type: 'string', title: { zh: '审批环节', en: 'Step' } },
  person: { type: 'string', title: { zh: '审批人', en: 'Person' } },
  decision: { type: 'string', title: { zh: '审批结果', en: 'Decision' } },
  at: { type: 'string', format: 'date-time', title: { zh: '时间', en: 'Time' } },
  comment: { type: 'string', title: { zh: '意见', en: 'Comment' } },
};

function decisionsBlock({ drawn, words }: Ground): PaperBlock | null {
  const rows = drawn.decisions.map(({ step, person, decision, at, comment }) => ({
    ...{ step: pickText(step, words.lang), person, at, comment },
    decision: pickText(DECISIONS[decision ?? 'waiting'], words.lang),
  }));
  const table = rows.length > 0 ? tableOf(Object.keys(DECISION_FIELDS), DECISION_FIELDS, rows, words) : null;
  return table && { kind: 'table', table, totals: [], sums: null };
}

function picturesBlock(name: string, { drawn }: Ground): PaperBlock | null {
  const pictures = drawn.pictures.get(name) ?? [];
  return pictures.length > 0 ? { kind: 'pictures', pictures: [...pictures] } : null;
}

function curveBlock({ drawn, words }: Ground): PaperBlock | null {
  const { curve } = drawn;
  const { lang, zone = 'UTC' } = words;
  return curve && curve.lines.length > 0 ? { kind: 'drawing', svg: drawCurve(curve, { lang, zone }) } : null;
}

/**
 * The keys of two codes among the pictures: for the public link, and for the record's page. No field has these names.
 */
export const LINK = '@link';
export const PAGE = '@page';

function blockOf(section: DocumentSection, ground: Ground): PaperBlock | null {
  const { lang } = ground.words;
  const pictured = section.pictures ?? section.qr ?? (section.link ? LINK : section.page ? PAGE : undefined);
  if (pictured) return picturesBlock(pictured, ground);
  if (section.approval) return decisionsBlock(ground);
  if (section.curve) return curveBlock(ground);
  if (section.lines) return linesBlock(section, ground);
  if (section.fields) return fieldsBlock(section, ground);
  if (section.text) return { kind: 'text', paragraphs: paragraphsOf(pickText(section.text, lang)) };
  const places = (section.signatures ?? []).map((place) =>
    pickText(place, lang).replaceAll('{company}', () => ground.from),
  );
  return { kind: 'signatures', places };
}

/** Returns the sections as printed. Empty sections and their headings are left out. */
export function composeBlocks(
  { sections }: DocumentDefinition,
  drawn: DrawnRecord,
  words: ValueWords,
  from: string,
): PaperBlock[] {
  return sections.flatMap((section) => {
    const ground = { drawn, words, from };
    const [first, ...others] = section.records ? recordsBlocks(section, ground) : [blockOf(section, ground)];
    if (!first) return [];
    const title =
      section.title && first.kind !== 'signatures' ? { title: pickText(section.title, words.lang) } : {};
    return [{ ...first, ...title }, ...others.filter((one) => one !== null)];
  });
}
