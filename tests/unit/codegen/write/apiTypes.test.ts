import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { expect, it } from 'vitest';
import { apiTypes } from '../../../../codegen/write/types.ts';

const DESCRIPTION = join(import.meta.dirname, '../../../../generated/openapi.json');

it('the description passes the linter of openapi-typescript, and has the same types as with all its steps', async () => {
  const text = readFileSync(DESCRIPTION, 'utf8');
  const all = astToString(await openapiTS(text));
  // The texts are long, so their difference would not be a readable message.
  expect(apiTypes(text) === all).toBe(true);
});
