/** docs/operate.md contains the settings of the server with their real defaults, and no document names another. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documents } from '../../support/project/documents.ts';

const ROOT = join(import.meta.dirname, '../../..');
const NAME = /\b(?:WATTDECK_[A-Z][A-Z_]*[A-Z]|DATABASE_URL|MQTT_URL)\b/g;
const namesOf = (file: string): string[] => readFileSync(join(ROOT, file), 'utf8').match(NAME) ?? [];

const server = new Set(['config', 'programSetting'].flatMap((name) => namesOf(`server/platform/${name}.ts`)));
const commands = new Set(namesOf('server/connectors/http/command.ts'));
const operate = documents.find(({ path }) => path === 'docs/operate.md')!.text;
const rows = operate.split('\n').filter((line) => line.startsWith('| `'));
const rowOf = (name: string): string | undefined =>
  rows.find((row) => row.split('|')[1]?.includes(`\`${name}\``));

describe('the settings', () => {
  it('exist in the program', () => {
    expect(server.size).toBeGreaterThan(30);
    expect(commands).toContain('WATTDECK_URL');
  });

  it.each([...server, ...commands])('%s is in docs/operate.md', (name) => {
    expect(rowOf(name)).toBeDefined();
  });

  const source = readFileSync(join(ROOT, 'server/platform/config.ts'), 'utf8');
  const defaults = [...source.matchAll(/\(env, '(\w+)', ([\w]+)\)/g)]
    .map(([, name = '', value = '']) => [name, value.replaceAll('_', '')] as const)
    // A port that needs another setting has no default.
    .filter(([name, value]) => name !== 'WATTDECK_MQTTS_PORT' && /^(\d+|true|false)$/.test(value));

  it.each(defaults)('%s is %s by default, as in docs/operate.md', (name, value) => {
    const written = { true: '1', false: '0' }[value] ?? value;
    expect(rowOf(name)?.split('|')[2]?.trim()).toBe(`\`${written}\``);
  });

  it.each(documents.map(({ path, text }) => [path, text] as const))(
    '%s names none that is not read',
    (_, text) => {
      const unknown = (text.match(NAME) ?? []).filter((name) => !server.has(name) && !commands.has(name));
      expect(unknown).toEqual([]);
    },
  );
});
