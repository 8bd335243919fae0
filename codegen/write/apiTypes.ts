/** The description as TypeScript: what each call takes and answers, and the shapes that calls refer to. */
import { isObject } from '../../runtime/core/object.ts';
import type { OpenApi } from './bundle.ts';
import type { OperationSource, Parameter } from './operationSource.ts';
import type { PureSchema } from './pure.ts';

/** The order of the methods of an address. */
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
const PLACES = ['query', 'header', 'path', 'cookie'] as const;
const NOTHING = 'Record<string, never>';

type Content = Record<string, { schema?: unknown }>;

interface Described extends OperationSource {
  description?: string;
}

/** A member of an object type. */
interface Member {
  key: string;
  type: string;
  isOptional?: boolean;
  isReadOnly?: boolean;
  comment?: string | undefined;
}

const keyText = (key: string): string =>
  /^(?:[A-Za-z_$][\w$]*|0|[1-9]\d*)$/.test(key) ? key : JSON.stringify(key);

function memberText({ key, type, isOptional, isReadOnly, comment }: Member): string {
  const said = comment ? `/** ${comment.replaceAll('*/', '*\\/').replaceAll(/\s*\n\s*/g, ' ')} */\n` : '';
  return `${said}${isReadOnly ? 'readonly ' : ''}${keyText(key)}${isOptional ? '?' : ''}: ${type};`;
}

const objectText = (members: readonly Member[]): string => `{\n${members.map(memberText).join('\n')}\n}`;

const commentOf = (value: { title?: unknown; summary?: unknown; description?: unknown }): string =>
  [value.title, value.summary, value.description].filter((text) => typeof text === 'string').join(' ');

/** Each value has one of several types. */
const unionText = (types: readonly string[]): string => [...new Set(types)].join(' | ');
const inBrackets = (types: readonly string[]): string =>
  new Set(types).size > 1 ? `(${unionText(types)})` : unionText(types);
const indexText = (type: string): string => `{\n[key: string]: ${type};\n}`;

/** Each value has all of these types, each of which is given by its alternatives. */
const joinAll = (types: readonly (readonly string[])[]): readonly string[] =>
  types.length > 1 ? [`(${types.map(inBrackets).join(' & ')})`] : (types[0] ?? []);

const refText = (ref: string): string => {
  const [first = '', ...rest] = ref.replace(/^#\//, '').split('/');
  return `${first}${rest.map((name) => `[${JSON.stringify(name)}]`).join('')}`;
};

/** A value that a shape names, as a type. */
const literalText = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map(literalText).join(', ')}]` : JSON.stringify(value);

const schemaList = (value: unknown): PureSchema[] => (Array.isArray(value) ? value : []);

/** Fields with a default are in every answer, and may be left out of what is sent. */
type Direction = 'sent' | 'answered';

function listText({ prefixItems, items }: PureSchema, direction: Direction): string {
  if (prefixItems)
    return `[${schemaList(prefixItems)
      .map((item) => schemaText(item, direction))
      .join(', ')}]`;
  return `${isObject(items) ? inBrackets(alternatives(items, direction)) : 'unknown'}[]`;
}

function objectTypes(schema: PureSchema, direction: Direction): readonly string[] {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, PureSchema>);
  const required = new Set((schema.required ?? []) as string[]);
  const members = properties.map(
    ([key, field]): Member => ({
      key,
      type: schemaText(field, direction),
      isOptional: !required.has(key) && !(direction === 'answered' && field.default !== undefined),
      isReadOnly: field.readOnly === true,
      comment: commentOf(field),
    }),
  );
  const { additionalProperties: more } = schema;
  const isDescribed = isObject(more) && Object.keys(more).length > 0;
  const others = isDescribed ? schemaText(more, direction) : 'unknown';
  return joinAll([
    ...(members.length > 0 ? [[objectText(members)]] : []),
    ...(more ? [[indexText(others)]] : []),
  ]);
}

const PLAIN: Readonly<Record<string, string>> = {
  null: 'null',
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
};

/** The alternatives of a shape without the shapes that are combined with it. */
function ownTypes(schema: PureSchema, direction: Direction): readonly string[] {
  const { type } = schema;
  if (Array.isArray(type))
    return type.flatMap((one) => {
      const types = ownTypes({ ...schema, type: one }, direction);
      return types.length > 0 ? types : [NOTHING];
    });
  if (type === 'array') return [listText(schema, direction)];
  const plain = PLAIN[String(type)];
  return plain === undefined ? objectTypes(schema, direction) : [plain];
}

function alternatives(schema: PureSchema, direction: Direction): readonly string[] {
  if (typeof schema.$ref === 'string') return [refText(schema.$ref)];
  if (schema.const !== undefined) return [literalText(schema.const)];
  if (Array.isArray(schema.enum)) {
    const isNullable = Array.isArray(schema.type) && schema.type.includes('null');
    return [...schema.enum.map(literalText), ...(isNullable ? ['null'] : [])];
  }
  const own = ownTypes(schema, direction);
  const all = joinAll(
    [own, ...schemaList(schema.allOf).map((one) => alternatives(one, direction))].filter(
      (types) => types.length > 0,
    ),
  );
  const any = [...all, ...schemaList(schema.anyOf).flatMap((one) => alternatives(one, direction))];
  const one = schemaList(schema.oneOf).flatMap((one) => alternatives(one, direction));
  const types = joinAll([any, one].filter((types) => types.length > 0));
  return types.length > 0 ? types : [schema.type === undefined ? 'unknown' : NOTHING];
}

const schemaText = (schema: PureSchema, direction: Direction): string =>
  unionText(alternatives(schema, direction));

const contentText = (content: Content, direction: Direction): string =>
  objectText(
    Object.entries(content).map(([key, { schema }]) => ({
      key,
      type: isObject(schema) ? schemaText(schema, direction) : 'unknown',
    })),
  );

function parametersText(parameters: readonly Parameter[]): string {
  const members = PLACES.map((place): Member => {
    const own = parameters.filter((one) => one.in === place);
    const inner = own.map(
      ({ name, required, schema, description }): Member => ({
        key: name,
        type: schemaText(schema, 'sent'),
        isOptional: place !== 'path' && !required,
        comment: description,
      }),
    );
    const isOptional = inner.every((member) => member.isOptional);
    return { key: place, type: own.length > 0 ? objectText(inner) : 'never', isOptional };
  });
  return objectText(members);
}

const HEADERS: Member = { key: 'headers', type: '{\n[name: string]: unknown;\n}' };

function responseText({ content }: { content?: Content }): string {
  const member: Member = content
    ? { key: 'content', type: contentText(content, 'answered') }
    : { key: 'content', type: 'never', isOptional: true };
  return objectText([HEADERS, member]);
}

function operationText({ parameters = [], requestBody, responses }: Described): string {
  const answers = Object.entries(responses as Record<string, { content?: Content }>);
  const body: Member = requestBody
    ? {
        key: 'requestBody',
        type: objectText([{ key: 'content', type: contentText(requestBody.content, 'sent') }]),
      }
    : { key: 'requestBody', type: 'never' };
  return objectText([
    { key: 'parameters', type: parametersText(parameters) },
    { ...body, isOptional: requestBody?.required !== true },
    {
      key: 'responses',
      type: objectText(answers.map(([key, answer]) => ({ key, type: responseText(answer) }))),
    },
  ]);
}

const NO_PARAMETERS: Member = { key: 'parameters', type: parametersText([]) };

const pathText = (item: Readonly<Record<string, Described>>): string =>
  objectText([
    NO_PARAMETERS,
    ...METHODS.map((key): Member => {
      const operation = item[key];
      if (!operation) return { key, type: 'never', isOptional: true };
      return { key, type: refText(`operations/${operation.operationId}`), comment: commentOf(operation) };
    }),
  ]);

/** `generated/api.ts`, in the form that the client of calls is typed by. */
export function apiTypes({ paths, components }: OpenApi): string {
  const operations = Object.values(paths).flatMap((item) =>
    METHODS.flatMap((method): Member[] => {
      const operation = item[method];
      return operation ? [{ key: operation.operationId, type: operationText(operation) }] : [];
    }),
  );
  const schemas = Object.entries(components.schemas).map(
    ([key, schema]): Member => ({ key, type: schemaText(schema, 'answered'), comment: commentOf(schema) }),
  );
  const addresses = Object.entries(paths).map(([key, item]): Member => ({ key, type: pathText(item) }));
  return `export interface paths ${objectText(addresses)}
export interface components ${objectText([{ key: 'schemas', type: objectText(schemas) }])}
export interface operations ${objectText(operations)}
`;
}
