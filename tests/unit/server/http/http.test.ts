import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Lang } from '../../../../runtime/core/text/lang.ts';
import type { Session } from '../../../../server/engine/context.ts';
import { readDescription } from '../../../../server/engine/surface/description.ts';
import { createChecks, parseParameter } from '../../../../server/engine/surface/validate.ts';
import { authorizeOperation } from '../../../../server/http/authorize.ts';
import { classifyError, createErrorHandler } from '../../../../server/http/errorHandler.ts';
import { AppError, answerError, fillText } from '../../../../server/platform/errors/errors.ts';
import { errorTable } from '../../../../server/platform/errors/errorTable.ts';
import { pickLang } from '../../../../server/platform/language.ts';
import { createLogger, formatLine } from '../../../../server/platform/log.ts';

describe('errors', () => {
  it('have a code that begins with the status, and both languages', () => {
    const entries = Object.entries(errorTable);
    expect(new Set(entries.map(([, { code }]) => code)).size).toBe(entries.length);
    for (const [key, { status, code, zh, en }] of entries) {
      expect([Math.floor(code / 100), Math.floor(code / 1000)], key).toContain(status);
      expect(zh).toMatch(/\p{Script=Han}|^\{/u);
      expect(en).toMatch(/^[A-Z{'"]/);
    }
  });

  it('fill in their parameters', () => {
    expect(fillText('{a} of {b}', { a: 1 })).toBe('1 of {b}');
  });

  it('point to their field', () => {
    const { status, body } = answerError(new AppError('http.notFound', {}, { field: '/stationSn' }), 'en');
    expect([status, body]).toEqual([
      404,
      { code: 40401, msg: 'Not found', data: null, errors: [{ field: '/stationSn', msg: 'Not found' }] },
    ]);
  });

  it.each([
    [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'db.unavailable'],
    [new Error('Connection terminated unexpectedly'), 'db.unavailable'],
    [Object.assign(new Error('x'), { code: '40P01' }), 'db.retry'],
    [Object.assign(new Error('x'), { code: '53100' }), 'disk.full'],
    [Object.assign(new Error('x'), { code: 'ENOSPC' }), 'disk.full'],
    [Object.assign(new Error('x'), { statusCode: 400 }), 'http.badRequest'],
    [Object.assign(new Error('x'), { statusCode: 429 }), 'http.tooMany'],
    [Object.assign(new Error('x'), { code: '42P01' }), 'http.internal'],
    ['text', 'http.internal'],
  ])('%s becomes %s', (error, key) => {
    expect(classifyError(error).key).toBe(key);
  });
});

describe('the log of a failed request', () => {
  it.each([
    ['is a mistake of ours', new Error('x')],
    ['could not be served', new AppError('db.unavailable')],
  ])('and %s names its place, and no token in it', (_, error) => {
    const lines: string[] = [];
    const write = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
    const log = { error: write, warn: write, info: write, debug: write };
    const handle = createErrorHandler(log);
    const request = {
      method: 'POST',
      url: '/api/v1/secret-token/telemetry?key=secret',
      headers: {},
      routeOptions: { url: '/api/v1/:deviceToken/telemetry' },
    };
    handle(error, request as never, { sent: true } as never);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('/api/v1/:deviceToken/telemetry');
    expect(lines[0]).not.toContain('secret');
  });
});

it('a value that could not be computed is refused and logged with its place', async () => {
  const lines: string[] = [];
  const app = fastify();
  app.setErrorHandler(createErrorHandler(createLogger('warn', (line) => lines.push(line))));
  app.put('/order', () => {
    const cause = 'order/share: division by zero';
    throw new AppError('entity.notComputed', { problem: 'Share cannot be calculated' }, { cause });
  });
  const { statusCode } = await app.inject({ method: 'PUT', url: '/order?token=secret' });
  expect(statusCode).toBe(422);
  expect(lines).toEqual([expect.stringMatching(/could not be computed.*path=\/order .*division by zero/)]);
});

describe('who may call', () => {
  const session = (permissions: string[], admin = false): Session => ({
    userId: 1,
    tenantId: 2,
    name: 'n',
    sessionId: 's',
    apiKey: false,
    admin,
    permissions: new Set(permissions),
    departments: [],
    stations: [],
    fieldRules: new Map(),
    lang: 'zh',
  });
  const operation = (access: 'public' | 'session' | 'permission', permission: string | null = null) => ({
    access,
    permission,
    method: 'get' as const,
    path: '/',
    interactive: false,
    board: false,
  });
  const guarded = operation('permission', 'station:get');

  it('everyone a public call, signed-in users a session call', () => {
    expect(() => authorizeOperation(operation('public'), null)).not.toThrow();
    expect(() => authorizeOperation(operation('session'), null)).toThrow('http.unauthorized');
    expect(() => authorizeOperation(operation('session'), session([]))).not.toThrow();
  });

  it('a guarded call only with its permission, or an administrator', () => {
    expect(() => authorizeOperation(guarded, null)).toThrow('http.unauthorized');
    expect(() => authorizeOperation(guarded, session(['station:list']))).toThrow('http.forbidden');
    expect(() => authorizeOperation(guarded, session(['station:get']))).not.toThrow();
    expect(() => authorizeOperation(guarded, session([], true))).not.toThrow();
  });

  it('no user a guarded call without a permission', () => {
    expect(() => authorizeOperation(operation('permission'), session(['x']))).toThrow();
  });

  it('a call for every entity with the permission for the entity in its path', () => {
    const any = operation('permission', '{entity}:update');
    const may = session(['customer:update@own']);
    expect(() => authorizeOperation(any, may, { entity: 'customer' })).not.toThrow();
    expect(() => authorizeOperation(any, may, { entity: 'station' })).toThrow('http.forbidden');
    expect(() => authorizeOperation(any, session([], true), { entity: 'nothing' })).toThrow('http.notFound');
  });

  it('users who read only their own data, and change no data of others', () => {
    const reader = { ...session(['station:get', 'station:list']), readOnly: true as const };
    const sent = (path: string, permission: string | null = null) => ({
      ...operation(permission === null ? 'session' : 'permission', permission),
      method: 'post' as const,
      path,
    });
    expect(() => authorizeOperation(guarded, reader)).not.toThrow();
    expect(() => authorizeOperation(sent('/ems/api/ask', 'station:list'), reader)).not.toThrow();
    expect(() => authorizeOperation(sent('/manager/preference/{key}'), reader)).not.toThrow();
    for (const path of [
      '/anything/new',
      '/manager/record/{entity}/{id}/transition',
      '/admin/sys-file/upload',
    ])
      expect(() => authorizeOperation(sent(path), reader), path).toThrow('http.forbidden');
    const comment = sent('/manager/record/{entity}/{id}/comment', 'station:get');
    expect(() => authorizeOperation(comment, reader)).toThrow('http.forbidden');
    const put = { ...guarded, method: 'put' as const };
    expect(() => authorizeOperation(put, reader)).toThrow('http.forbidden');
  });

  it('no program with an API key a call for people only', () => {
    const own = { ...operation('session'), interactive: true };
    expect(() => authorizeOperation(own, session([]))).not.toThrow();
    expect(() => authorizeOperation(own, { ...session(['*']), apiKey: true })).toThrow('apiKey.notHere');
  });
});

describe('parameters', () => {
  it.each([
    ['12', 'integer', 12],
    ['-3', ['integer', 'null'], -3],
    ['1.5', 'number', 1.5],
    ['true', 'boolean', true],
    ['1e3', 'integer', '1e3'],
    ['99999999999999999999', 'integer', '99999999999999999999'],
    ['yes', 'boolean', 'yes'],
    ['12', 'string', '12'],
    ['1,2', 'string', '1,2'],
  ])('%j as %j is %j', (text, type, value) => {
    expect(parseParameter(text, type)).toEqual(value);
  });
});

describe('validation', () => {
  const check = createChecks({
    paths: {},
    components: {
      schemas: {
        Inner: {
          type: 'object',
          additionalProperties: false,
          required: ['n'],
          properties: { n: { type: 'integer', minimum: 2 } },
        },
      },
    },
  })({
    operationId: 'x',
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            additionalProperties: false,
            properties: {
              'a/b': { $ref: '#/components/schemas/Inner' },
              day: { type: 'string', format: 'date' },
            },
          },
        },
      },
    },
  });
  const errorsOf = (body: unknown, id = '1') => {
    try {
      check({ path: { id }, query: {}, body }, 'en');
      return [];
    } catch (error) {
      return (error as AppError).extras.errors;
    }
  };

  it('answers typed parameters', () => {
    expect(check({ path: { id: '7' }, query: {}, body: {} }, 'en').path).toEqual({ id: 7 });
  });

  it('reports every invalid field once, with a sentence', () => {
    expect(errorsOf({ 'a/b': { n: 1, x: 1 }, day: '2026-02-30' }, 'x')).toEqual([
      { field: '/path/id', msg: 'id must be a whole number' },
      { field: '/a~1b/x', msg: 'There is no field “x”' },
      { field: '/a~1b/n', msg: 'n must be 2 or more' },
      { field: '/day', msg: 'day must be a date like 2026-01-31' },
    ]);
  });

  it('requires a body and its required fields', () => {
    expect(errorsOf(undefined)).toEqual([{ field: '', msg: 'The request is not of the right kind' }]);
    expect(errorsOf({ 'a/b': {} })).toEqual([{ field: '/a~1b/n', msg: 'n is required' }]);
  });

  it('names the fields of a record by their titles, down to the row of a table', () => {
    const { description } = readDescription();
    const make = createChecks(description);
    const body = {
      name: 'x'.repeat(101),
      taxNumber: 5,
      offices: [{ name: 'Head' }, { name: '', place: ['a', 1] }, {}],
      colour: 'red',
    };
    const messagesIn = (lang: Lang) => {
      const { post } = description.paths['/manager/customer']!;
      try {
        make(post!)({ path: {}, query: {}, body }, lang);
        return {};
      } catch (error) {
        const { errors = [] } = (error as AppError).extras;
        return Object.fromEntries(errors.map(({ field, msg }) => [field, msg]));
      }
    };
    expect(messagesIn('zh')).toEqual({
      '/colour': '没有“colour”这个字段',
      '/name': '客户名称不能超过100个字',
      '/taxNumber': '税号的内容不正确',
      '/offices/1/name': '请填写名称',
      '/offices/1/place/0': '坐标应为数字',
      '/offices/2/name': '请填写名称',
    });
    expect(messagesIn('en')).toMatchObject({ '/name': 'Customer name can have at most 100 characters' });
  });
});

it.each([
  [undefined, 'zh'],
  ['en-GB,en;q=0.9', 'en'],
  ['fr, en;q=0.5', 'en'],
  ['zh-CN,en', 'zh'],
  ['fr', 'zh'],
])('the language of %s is %s', (header, lang) => {
  expect(pickLang(header)).toBe(lang);
});

it('a line break in a value does not make a second log line', () => {
  expect(formatLine('info', 'a\nb', { name: 'x\ny', n: 1 })).toMatch(/^\S+ info {2}a b name="x\\ny" n=1$/);
});
