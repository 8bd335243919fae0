import { createConfig, lint } from '@redocly/openapi-core';

/** Rules that are left out, with reasons. All others that the linter recommends are errors. */
const LEFT_OUT = {
  // `…/get_alarm/{id}` beside `…/{id}/clearAll`: fixed parts come first, as OpenAPI says, and no id is called get_alarm.
  'no-ambiguous-paths': 'off',
  // Every refusal has the same shape, which `default` describes.
  'operation-4xx-response': 'off',
  'info-license': 'off',
  // The description contains shapes of all records, also of those that no call writes. The studio's definitions refer
  // to them.
  'no-unused-components': 'off',
} as const;

/** Returns a line for each fault that a linter of OpenAPI finds in the generated description. It uses no network. */
export async function lintDescription(file: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'], rules: LEFT_OUT });
  const problems = await lint({ ref: file, config });
  return problems.map(
    ({ ruleId, message, location }) => `openapi ${location[0]?.pointer}: ${message} (${ruleId})`,
  );
}
