import { describe, expect, it } from 'vitest';
import { loadValidator } from '../../../../runtime/form/model/validator.ts';

/** An uncompiled form, as the studio shows it during editing. */
const pure = {
  type: 'object',
  properties: {
    code: { type: 'string', maxLength: 60, pattern: '^(a|a)*$' },
    rows: {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string', pattern: '^b$' } } },
    },
    pattern: { type: 'string' },
  },
  additionalProperties: false,
};

describe('a form with patterns that was defined while the platform runs', () => {
  it('reports at once which texts do not match, however a browser would run the patterns', async () => {
    const { problems } = await loadValidator('nobody/knows', pure);
    const values = { code: `${'a'.repeat(50)}!`, rows: [{ name: 'b' }, { name: 'c' }], pattern: 'x' };
    expect(problems(values)).toEqual([
      { path: ['code'], keyword: 'pattern' },
      { path: ['rows', 1, 'name'], keyword: 'pattern' },
    ]);
    expect(problems({ code: 'a'.repeat(50), rows: [] })).toEqual([]);
  });

  it('reports other errors as well', async () => {
    const { problems } = await loadValidator('nobody/knows', pure);
    expect(problems({ code: 'a'.repeat(61) }).map(({ keyword }) => keyword)).toEqual(['maxLength']);
  });
});
