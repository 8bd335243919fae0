import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { pickNamed, readNames } from '../../../../server/build/namedParts.ts';

const root = mkdtempSync(join(tmpdir(), 'wattdeck-named-'));
afterAll(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(join(root, file, '..'), { recursive: true });
  writeFileSync(join(root, file), text);
}

it("includes calls that code, widgets and answers name, but not the entities' own", () => {
  write(
    'runtime/a.ts',
    "const entry = dictionaries.tariffBand.entries; const other = dictionaries['energyRole'];",
  );
  write('schemas/widgets/b.json', '{ "x-dictionary": "weatherKind" }');
  write('openapi/c.yaml', 'level: { x-dictionary: alarmLevel, type: string }');
  write('schemas/entities/d.json', '{ "x-dictionary": "tenderState" }');
  const parts = { tariffBand: 1, energyRole: 2, weatherKind: 3, alarmLevel: 4, tenderState: 5 };
  expect(pickNamed(parts, readNames(root))).toEqual({
    tariffBand: 1,
    energyRole: 2,
    weatherKind: 3,
    alarmLevel: 4,
  });
});
