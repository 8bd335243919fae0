/**
 * Tests every statement in the source that uses tables of a cluster. It must name one tenant as a constant, and call
 * no function that is missing on the nodes. The test finds without a cluster what a cluster would refuse or send to
 * all nodes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SPREAD } from '../../../../support/server/postgres/spread.ts';
import { statementFault } from '../../../../support/server/postgres/statementRule.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..', '..', 'server');
const VERB = /\b(?:select|insert|update|delete|with)\b/i;
const TEXT = /`([^`]*)`|'([^'\n]*)'/g;
const OF_VARIABLE = 'tenant_id = $1 and variable_id = $2';

/** Replaces the placeholders of a template text by parameters. */
const fillIn = (text: string): string =>
  text
    .replaceAll(/\$\{[^{}]*tenantId[^{}]*\}|\{tenant\}/gi, () => '$1')
    .replaceAll(/\$\{(?:ofVariable|ofDays|LOOSE)\}/g, () => OF_VARIABLE)
    .replaceAll(/\$\{[^{}]*\}/g, () => '$9');

/** Returns the texts of a file that look like statements. */
const statementsIn = (source: string): string[] =>
  [...source.matchAll(TEXT)]
    .map(([, template, text]) => fillIn(template ?? text ?? ''))
    .filter((text) => VERB.test(text));

/** API tests judge statements that are composed of several texts. Their function calls are already visible here. */
const isPart = (sql: string, fault: string): boolean => sql.includes('$9') && !fault.startsWith('calls ');

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const all = files.flatMap((file) =>
  statementsIn(readFileSync(join(ROOT, file), 'utf8')).map((sql) => ({ file, sql })),
);

it('finds the statements of telemetry, which all suit a cluster', () => {
  const over = all.filter(({ sql }) => SPREAD.tables.some((table) => sql.includes(table)));
  expect(over.length).toBeGreaterThan(50);
  const faults = all.flatMap(({ file, sql }) => {
    const fault = statementFault(sql, SPREAD);
    return fault === null || isPart(sql, fault)
      ? []
      : [`${file}: ${fault}: ${sql.replaceAll(/\s+/g, ' ').trim()}`];
  });
  expect(faults).toEqual([]);
});

it('finds no call of our functions that read such a table, because no node could run them', () => {
  const functions = SPREAD.bodies.filter(({ body }) =>
    SPREAD.tables.some((table) => new RegExp(`\\b(?:from|join|into|update)\\s+${table}\\b`, 'i').test(body)),
  );
  expect(functions.map(({ name }) => name)).toEqual([]);
});
