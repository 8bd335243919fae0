/** Checks the content of a document: sections of one kind each, and fields and lines that exist and can be printed. */
import { SERVER_FIELDS } from '../../../runtime/core/serverFields.ts';
import type { Definitions, Entity, Field, Source } from '../../definition/definition.ts';
import type {
  DocumentDefinition,
  DocumentField,
  DocumentSection,
} from '../../definition/documentDefinition.ts';
import { fieldTypeOf } from '../../fieldTypes.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import type { Known } from '../checkFields.ts';
import { type Add, checkValues } from './checkStatistics.ts';

type Fields = Readonly<Record<string, Field>>;

interface Ground {
  entity: Entity;
  known: Known;
  add: Add;
}

/** The kinds of a section. `fields` are the columns of `lines` or `records`, if both are set. */
const KINDS = [
  'lines',
  'records',
  'fields',
  'text',
  'pictures',
  'qr',
  'link',
  'page',
  'curve',
  'approval',
  'signatures',
] as const;
/** The keywords that each kind of section reads, besides the title. */
const READ: Record<(typeof KINDS)[number], readonly (keyof DocumentSection)[]> = {
  lines: ['lines', 'fields', 'by', 'sum', 'totals'],
  records: ['records', 'fields', 'sum'],
  fields: ['fields', 'columns'],
  text: ['text'],
  pictures: ['pictures'],
  qr: ['qr'],
  link: ['link'],
  page: ['page'],
  curve: ['curve'],
  approval: ['approval'],
  signatures: ['signatures'],
};

const nameOf = (field: DocumentField): string => (typeof field === 'string' ? field : field.field);

/** Returns whether a field may be printed. Documents are passed on and must not contain a secret. */
const isShown = (field: Field): boolean =>
  !field.writeOnly && field['x-sealed'] !== true && field['x-lines'] === undefined;

const isAmount = (field: Field): boolean => fieldTypeOf(field).hasCurrency === true;

const isFile = (field: Field): boolean => fieldTypeOf(field.items ?? field).isFile === true;

/** Files have no text to print. */
const isWritten = (field: Field): boolean => isShown(field) && !isFile(field);

const PICTURES: readonly Field['format'][] = ['image', 'signature'];

const isPicture = (field: Field): boolean =>
  isShown(field) && PICTURES.includes((field.items ?? field).format);

/** Returns whether a field fits a QR code, which contains a short text such as a number. */
const isCoded = (field: Field): boolean =>
  isWritten(field) && field.type === 'string' && !field['x-ref'] && !isAmount(field);

function checkName(name: string, fields: Fields, pointer: string, { entity, add }: Ground, fits = isWritten) {
  const names = Object.keys(fields).filter((one) => fits(fields[one]!));
  if (names.includes(name)) return fields[name];
  add(pointer, 'noFieldOf', { entity: entity.name, known: choice(name, names) });
  return undefined;
}

/** Checks a field of the record, or of a record that it refers to (`reference.field`). */
function checkField(field: DocumentField, fields: Fields, pointer: string, ground: Ground): void {
  const [name = '', beyond, ...rest] = nameOf(field).split('.');
  const place = typeof field === 'string' ? pointer : `${pointer}/field`;
  const found = checkName(name, fields, place, ground);
  if (!found) return;
  const target = ground.known.entities.get(found['x-ref'] ?? '');
  if (rest.length > 0 || (beyond !== undefined && !target)) {
    ground.add(place, 'documentPath', { name });
    return;
  }
  const shown =
    beyond === undefined
      ? found
      : checkName(beyond, target!.schema.properties ?? {}, place, { ...ground, entity: target! });
  if (shown && typeof field !== 'string' && field.as === 'capitals' && !isAmount(shown))
    ground.add(`${pointer}/as`, 'documentCapitals', { name: nameOf(field) });
}

function checkLines(section: DocumentSection, fields: Fields, place: string, ground: Ground): void {
  const { lines = '', by, sum, totals = [] } = section;
  const { entity, add } = ground;
  const tables = Object.keys(fields).filter((name) => fields[name]?.['x-lines']);
  const items = tables.includes(lines) ? fields[lines]?.items?.properties : undefined;
  if (!items) {
    add(`${place}/lines`, 'noFieldOf', { entity: entity.name, known: choice(lines, tables) });
    return;
  }
  if (!section.fields) add(place, 'lacks', { name: 'fields' });
  for (const [at, field] of (section.fields ?? []).entries())
    checkField(field, items, `${place}/fields/${at}`, ground);
  if (by !== undefined) checkName(by, items, `${place}/by`, ground);
  for (const [at, name] of (sum ?? []).entries())
    checkName(name, items, `${place}/sum/${at}`, ground, (field) => fieldTypeOf(field).filter === 'number');
  if ((by === undefined) !== (sum === undefined)) add(place, 'publicSums');
  for (const [at, field] of totals.entries()) checkField(field, fields, `${place}/totals/${at}`, ground);
}

/**
 * Returns the kind of a value. Values of one kind can be equal: keys of the same records, choices of one dictionary, or
 * texts of one format.
 */
const kindOf = (field: Field): string =>
  [field['x-ref'], field['x-refKey'], field['x-dictionary'], field.type, field.format].join();

/** Checks the fields of the other records that must equal fields of this record. */
function checkMatch(
  match: Readonly<Record<string, string>>,
  theirFields: Fields,
  fields: Fields,
  place: string,
  ground: Ground & { child: Entity },
): void {
  for (const [theirs, ours] of Object.entries(match)) {
    const pointer = `${place}/records/match/${theirs}`;
    const their = checkName(theirs, theirFields, pointer, { ...ground, entity: ground.child });
    const our = checkName(ours, fields, pointer, ground);
    if (their && our && kindOf(their) !== kindOf(our)) ground.add(pointer, 'documentMatch', { theirs, ours });
  }
}

/**
 * Checks the table of records that belong to this one. It shows only their own fields, because a path has no column.
 */
function checkRecords(section: DocumentSection, own: Fields, place: string, ground: Ground): void {
  const { of, by, match, where, sort } = section.records!;
  const { entity, known, add } = ground;
  const child = known.entities.get(of);
  if (!child) {
    add(`${place}/records/of`, 'noEntity', { known: choice(of, [...known.entities.keys()]) });
    return;
  }
  const fields = { ...(SERVER_FIELDS as Fields), ...child.schema.properties };
  const theirs = { ...ground, entity: child };
  if (by === undefined && !match) add(`${place}/records`, 'lacks', { name: 'by' });
  if (by !== undefined)
    checkName(by, fields, `${place}/records/by`, theirs, (field) => field['x-ref'] === entity.name);
  if (match) checkMatch(match, fields, own, place, { ...ground, child });
  if (where) checkValues(child, where, `${place}/records/where`, known, add);
  if (sort !== undefined) checkName(sort.replace(/^-/, ''), fields, `${place}/records/sort`, theirs);
  if (!section.fields) add(place, 'lacks', { name: 'fields' });
  for (const [at, field] of (section.fields ?? []).entries()) {
    const pointer = `${place}/fields/${at}${typeof field === 'string' ? '' : '/field'}`;
    checkName(nameOf(field), fields, pointer, theirs);
    if (typeof field !== 'string' && field.as)
      add(`${place}/fields/${at}/as`, 'documentUnread', { kind: 'records' });
  }
  for (const [at, name] of (section.sum ?? []).entries())
    checkName(name, fields, `${place}/sum/${at}`, theirs, (field) => isWritten(field) && isAmount(field));
}

/** Checks a field with pictures. `lines.field` names a field of the lines. */
function checkPictures(path: string, fields: Fields, pointer: string, ground: Ground): void {
  const [lines = '', name] = path.split('.');
  const own = name === undefined ? undefined : fields[lines]?.['x-lines'];
  const child = own && ground.known.entities.get(own.entity);
  if (child)
    checkName(name!, child.schema.properties ?? {}, pointer, { ...ground, entity: child }, isPicture);
  else checkName(path, fields, pointer, ground, isPicture);
}

function checkSection(section: DocumentSection, fields: Fields, place: string, ground: Ground): void {
  const kind = KINDS.find((one) => section[one] !== undefined);
  if (!kind) {
    ground.add(place, 'documentEmpty');
    return;
  }
  for (const name of Object.keys(section))
    if (name !== 'title' && !READ[kind].includes(name as keyof DocumentSection))
      ground.add(`${place}/${name}`, 'documentUnread', { kind });
  if (kind === 'lines') checkLines(section, fields, place, ground);
  if (kind === 'records') checkRecords(section, fields, place, ground);
  if (kind === 'fields')
    for (const [at, field] of section.fields!.entries())
      checkField(field, fields, `${place}/fields/${at}`, ground);
  if (kind === 'pictures') checkPictures(section.pictures!, fields, `${place}/pictures`, ground);
  if (kind === 'qr') checkName(section.qr!, fields, `${place}/qr`, ground, isCoded);
  if (kind === 'approval' && !ground.entity.approval)
    ground.add(`${place}/approval`, 'documentApproval', { entity: ground.entity.name });
}

const ON_LABELS: readonly string[] = ['fields', 'qr', 'link'];

/** Checks a sheet of labels. It has room for fields and codes, and only it may contain the link of a record. */
function checkLabels({ size, sections }: DocumentDefinition, { entity, add }: Ground): void {
  for (const [at, section] of sections.entries()) {
    const kind = KINDS.find((one) => section[one] !== undefined);
    if (size === 'labels' && kind && !ON_LABELS.includes(kind))
      add(`/sections/${at}/${kind}`, 'documentLabels');
    if (section.link && (size !== 'labels' || !entity.public?.printed))
      add(`/sections/${at}/link`, 'documentLink');
  }
}

function problemsOfDocument({ file, value }: Source<DocumentDefinition>, known: Known): Problem[] {
  const problems: Problem[] = [];
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  const entity = known.entities.get(value.of);
  if (!entity) {
    add('/of', 'noEntity', { known: choice(value.of, [...known.entities.keys()]) });
    return problems;
  }
  const ground: Ground = { entity, known, add };
  const fields = { ...(SERVER_FIELDS as Fields), ...entity.schema.properties };
  if (value.number !== undefined) checkName(value.number, fields, '/number', ground);
  const isLabel = value.size === 'label' || value.size === 'labels';
  if (isLabel && value.formats?.includes('word')) add('/formats', 'documentLabel');
  if (isLabel && value.orientation) add('/orientation', 'documentLabel');
  checkLabels(value, ground);
  if (value.where) checkValues(entity, value.where, '/where', known, add);
  for (const [at, section] of value.sections.entries())
    checkSection(section, fields, `/sections/${at}`, ground);
  return problems;
}

/** Checks that a link names a document of its own entity. */
function problemsOfLink({ file, value }: Source<Entity>, documents: Definitions['documents']): Problem[] {
  const name = value.public?.document;
  const own = documents.filter((one) => one.value.of === value.name).map((one) => one.value.name);
  return name === undefined || own.includes(name)
    ? []
    : [problemOf(file, '/public/document', 'oneOf', { known: choice(name, own) })];
}

export const documentProblems = ({ documents, entities }: Definitions, known: Known): Problem[] => [
  ...documents.flatMap((source) => problemsOfDocument(source, known)),
  ...entities.flatMap((source) => problemsOfLink(source, documents)),
];
