/** Describes the answer of a call, which follows from its action. */
import { type CallAction, typeName } from '../definition/definition.ts';
import type { OperationSource } from '../write/operationSource.ts';
import type { PureSchema } from '../write/pure.ts';
import type { Described } from './asked.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const ZIP = 'application/zip';

/** Returns the shape of a record with the fields of the answer, under the names that the answer uses. */
function shapeOf({ entity, shapes }: Described, { fields, rename = {} }: CallAction): PureSchema {
  if (!fields && Object.keys(rename).length === 0)
    return { $ref: `#/components/schemas/${typeName(entity.name)}` };
  const record = shapes.record as PureSchema & { properties: Record<string, PureSchema>; required: string[] };
  const names = fields ?? Object.keys(record.properties);
  const nameOf = (name: string) => rename[name] ?? name;
  return {
    type: 'object',
    description: 'Without the fields that the caller may not see.',
    properties: Object.fromEntries(names.map((name) => [nameOf(name), record.properties[name] ?? {}])),
    required: names.filter((name) => record.required.includes(name)).map(nameOf),
  };
}

/**
 * Returns the named shapes that an action needs. The node of a tree refers to its own shape, so the shape needs a
 * name.
 */
export function actionComponents(
  id: string,
  action: CallAction,
  described: Described,
): Record<string, PureSchema> {
  if (action.as !== 'tree') return {};
  const name = `${typeName(id)}Node`;
  const record = shapeOf(described, {
    ...action,
    fields: action.fields ?? Object.keys(described.shapes.record.properties as object),
  });
  const children = { type: 'array', items: { $ref: `#/components/schemas/${name}` } };
  return {
    [name]: {
      ...record,
      properties: { ...(record.properties as object), children },
      required: [...(record.required as string[]), 'children'],
    },
  };
}

const COUNT: PureSchema = { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] };
/** Lists the moved records, and the refused records with the reason. */
const BECAME: PureSchema = {
  type: 'object',
  properties: {
    moved: { type: 'array', items: { type: 'integer' } },
    refused: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'integer' }, reason: { type: 'string' } },
        required: ['id', 'reason'],
      },
    },
  },
  required: ['moved', 'refused'],
};
const OPTION: PureSchema = {
  type: 'object',
  properties: { value: { type: ['integer', 'string'] }, label: { type: 'string' } },
  required: ['value', 'label'],
};

const SIMILAR: PureSchema = {
  type: 'object',
  properties: {
    id: {
      type: ['integer', 'null'],
      description:
        'Null where a record of this name is there that the caller may not see; the name is the asked one then',
    },
    name: { type: 'string' },
    ownerName: { type: ['string', 'null'] },
    match: { enum: ['same', 'similar'] },
  },
  required: ['id', 'name', 'ownerName', 'match'],
};

/** Returns the schema of a record's lines as its reader sees them. */
const linesOf = ({ shapes }: Described, { lines = '' }: CallAction): PureSchema => ({
  ...(shapes.record.properties as Record<string, PureSchema>)[lines],
  type: 'array',
});

function listAnswer(id: string, action: CallAction, described: Described): Partial<OperationSource> {
  if ((action.as ?? 'page') === 'page') return { 'x-page': shapeOf(described, action) };
  const items =
    action.as === 'tree' ? { $ref: `#/components/schemas/${typeName(id)}Node` } : shapeOf(described, action);
  return { 'x-data': { type: 'array', items } };
}

export function answerOf(id: string, action: CallAction, described: Described): Partial<OperationSource> {
  const record = { $ref: `#/components/schemas/${typeName(described.entity.name)}` };
  switch (action.do) {
    case 'list':
      return listAnswer(id, action, described);
    case 'get':
      return { 'x-data': shapeOf(described, action) };
    case 'delete':
      return { 'x-data': action.many ? COUNT : { type: 'null' } };
    case 'set':
      return { 'x-data': action.many || action.where ? COUNT : record };
    case 'create':
      return { 'x-data': action.each ? { type: 'array', items: record } : record };
    case 'transition':
      if (action.each) return { 'x-data': BECAME };
      return { 'x-data': action.many ? COUNT : { anyOf: [record, { type: 'null' }] } };
    case 'withdraw':
    case 'decide':
    case 'delegate':
      return { 'x-data': { anyOf: [record, { type: 'null' }] } };
    case 'handover':
      return { 'x-data': { $ref: '#/components/schemas/Handover' } };
    case 'share':
      return { 'x-data': { type: 'array', items: { $ref: '#/components/schemas/RecordShare' } } };
    case 'toggle':
      return { 'x-data': { $ref: '#/components/schemas/RecordMarked' } };
    case 'children':
    case 'putChildren':
      return { 'x-data': linesOf(described, action) };
    case 'number':
      return { 'x-data': { type: 'string' } };
    case 'similar':
      return { 'x-data': { type: 'array', items: SIMILAR } };
    case 'options':
      return { 'x-data': { type: 'array', items: OPTION } };
    case 'export':
      return { 'x-binary': action.format === 'csv' ? 'text/csv' : XLSX };
    case 'template':
      return { 'x-binary': XLSX };
    case 'document': {
      const single = action.format === 'word' ? DOCX : 'application/pdf';
      return { 'x-binary': action.many ? [ZIP, single] : single };
    }
    case 'markPeople':
      return { 'x-data': { $ref: '#/components/schemas/MarkPeople' } };
    case 'history':
      return { 'x-page': { $ref: '#/components/schemas/RecordChange' } };
    case 'import':
      return { 'x-data': { $ref: '#/components/schemas/ImportReport' } };
    default:
      return { 'x-data': record };
  }
}
