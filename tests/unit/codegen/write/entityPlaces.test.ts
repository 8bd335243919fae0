import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { callPlaces } from '../../../../generated/callPlaces.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const files = globSync('generated/entities/*.json', { cwd: ROOT });

it('an entity includes the calls that its definition names, because the frame excludes them', () => {
  const naming: string[] = [];
  for (const file of files) {
    const { entity, places } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as {
      entity: object;
      places: object;
    };
    const named = (JSON.stringify(entity).match(/(?<=")\w+(?="(?!:))/g) ?? []).filter(
      (word) => word in callPlaces,
    );
    if (named.length > 0) naming.push(basename(file, '.json'));
    expect({ file, lost: named.filter((id) => !(id in places)) }).toEqual({ file, lost: [] });
  }
  expect(naming).toContain('leave');
});
