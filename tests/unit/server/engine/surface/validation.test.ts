import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern, findPatternFault } from '../../../../../runtime/core/rules/linearPattern.ts';
import { createValidator } from '../../../../../runtime/core/rules/validation.ts';
import { readDescription } from '../../../../../server/engine/surface/description.ts';
import { createChecks } from '../../../../../server/engine/surface/validate.ts';
import { AppError } from '../../../../../server/platform/errors/errors.ts';
import { validationOf } from '../../../../../server/platform/sharedValidator.ts';

const { description } = readDescription();
const checkShared = createChecks(description)(description.paths['/public/board/{token}/query']!.post!);

function errorOf(body: unknown): AppError {
  try {
    checkShared({ path: { token: 'x'.repeat(43) }, query: {}, body }, 'en');
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('nothing was wrong');
}

/** Returns items, and the number of times that a getter of the items was read. */
function itemsCount(length: number): { items: unknown[]; seen: () => number } {
  let seen = 0;
  const item = {
    get kind() {
      seen += 1;
      return 'none';
    },
  };
  return { items: Array.from({ length }, () => item), seen: () => seen };
}

describe('a too long list', () => {
  const validate = createValidator().compile({
    type: 'array',
    maxItems: 500,
    items: { oneOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }] },
    $defs: {
      a: { type: 'object', required: ['x'], properties: { kind: { const: 'a' } } },
      b: { type: 'object', required: ['y'], properties: { kind: { const: 'b' } } },
    },
  });

  it('is refused before its items are read', () => {
    const { items, seen } = itemsCount(100_000);
    expect(validate(items).map(({ keyword }) => keyword)).toEqual(['maxItems']);
    expect(seen()).toBeLessThan(10_000);
  });

  it('is reported at its field', () => {
    const needs = Array.from({ length: 100_000 }, () => ({ a: 1, b: 2 }));
    expect(errorOf({ needs }).extras.errors).toEqual([
      { field: '/needs', msg: 'needs can have at most 500 entries' },
    ]);
  });
});

it("all errors of a person's input are reported together", () => {
  const validate = createValidator().compile({
    type: 'object',
    required: ['name'],
    properties: { age: { type: 'integer' }, code: { type: 'string', maxLength: 2, pattern: '^a+$' } },
  });
  const found = validate({ age: 'x', code: 'bbb' });
  expect(found.map(({ keyword, instancePath }) => `${instancePath} ${keyword}`).sort()).toEqual([
    ' required',
    '/age type',
    '/code maxLength',
    '/code pattern',
  ]);
  expect(validate({ name: 'x', code: 'aa' })).toEqual([]);
});

describe('what is nested', () => {
  const nest = (depth: number): unknown => {
    let value: unknown = 1;
    for (let level = 0; level < depth; level += 1) value = [value];
    return value;
  };

  it('without limit is refused, without a crash', () => {
    expect(errorOf(nest(200_000)).key).toBe('http.tooDeep');
    expect(errorOf({ needs: nest(64) }).key).toBe('http.tooDeep');
  });

  it('up to the limit is validated', () => {
    expect(errorOf({ needs: nest(63) }).key).toBe('http.invalid');
  });
});

describe('patterns that people write', () => {
  it.each(['^(a|a)*$', '^(a+)+$', 'a*a*a*a*a*b', '^(\\w|\\d|a)*!?$'])('%s ends soon', (pattern) => {
    expect(compilePattern(pattern).test(`${'a'.repeat(20_000)}-`)).toBe(false);
  });

  it.each(['(?=a)b', '(a)\\1', '(?<!a)b', '(', '[]', '((a{100}){100}){100}', 'a'.repeat(301)])(
    '%s is refused',
    (pattern) => expect(findPatternFault(pattern)).not.toBeNull(),
  );

  const found = new Set<string>();
  (function walk(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value))
      if (name === 'pattern' && typeof inner === 'string') found.add(inner);
      else walk(inner);
  })(description);
  const patterns = [...found, '^\\s+$', '^\\S+$', '^[^\\s,]+$', '^[\\S]+$', '^.+$', '^[.\\]]+$'];

  it('mean the same on the server and in a browser', () => {
    expect(found.size).toBeGreaterThan(20);
    const letter = fc.oneof(
      fc.constantFrom(...'aZ09 .,:/@#%*-_\\[]()\n\r\t\u00a0\u2028\u3000\ufeff电'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    const text = fc.array(letter, { maxLength: 12 }).map((letters) => letters.join(''));
    for (const pattern of patterns) {
      const original = new RegExp(pattern, 'u');
      const own = compilePattern(pattern);
      const known = fc.oneof(
        text,
        fc.stringMatching(original).map((one) => one.toWellFormed()),
      );
      fc.assert(
        fc.property(known, (one) => own.test(one) === original.test(one)),
        { numRuns: 60 },
      );
    }
  });
});

describe('the validator that the server shares', () => {
  it('compiles a schema once, with the formats of the definitions', () => {
    const schema = { type: 'object', properties: { price: { type: 'string', format: 'money' } } };
    const validation = validationOf(schema);
    expect(validationOf(schema)).toBe(validation);
    expect(validationOf({ ...schema })).not.toBe(validation);
    expect(validation({ price: '1.25' })).toEqual([]);
    expect(validation({ price: 'dear' })).toMatchObject([{ keyword: 'format', instancePath: '/price' }]);
  });
});
