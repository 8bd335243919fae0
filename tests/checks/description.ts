import { createConfig, lint } from '@redocly/openapi-core';

/** Left out with their reasons; all else that the linter recommends is an error. */
const LEFT_OUT = {
  // `…/get_alarm/{id}` beside `…/{id}/clearAll`: fixed parts come first, as OpenAPI says, and no id is called get_alarm.
  'no-ambiguous-paths': 'off',
  // Every refusal has the same shape, which `default` describes.
  'operation-4xx-response': 'off',
  'info-license': 'off',
  // Shapes of all records, also of those that no call writes: the studio's definitions refer to them.
  'no-unused-components': 'off',
} as const;

/**
 * Returns a line for each fault that a linter of OpenAPI finds in the generated description; it asks nobody over the
 * network.
 */
export async function lintDescription(file: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'], rules: LEFT_OUT });
  const problems = await lint({ ref: file, config });
  return problems.map(
    ({ ruleId, message, location }) => `openapi ${location[0]?.pointer}: ${message} (${ruleId})`,
  );
}
