/** A call with a file of its own is served, and checked, like a line of a description. */
import { expect, it } from 'vitest';
import { generate } from '../../../codegen/generate.ts';
import { DefinitionError } from '../../../codegen/problem.ts';
import { batteryRack, LEVEL_FILE, level, projectWith, RACK_FILE } from './fixture.ts';

const FILE = 'schemas/calls/fullRacks.json';

const call = (more: object = {}) => ({
  name: 'fullRacks',
  title: { zh: '满格机架', en: 'Full racks' },
  method: 'get',
  path: '/manager/fullRacks/{level}',
  action: { entity: 'batteryRack', do: 'list', as: 'array', where: { level: { path: 'level' } } },
  ...more,
});

const project = (written: object, more: Record<string, unknown> = {}) =>
  generate(projectWith({ [RACK_FILE]: batteryRack(), [LEVEL_FILE]: level, [FILE]: written, ...more }));

it('is in the description, with the title as its summary and what follows from its action', async () => {
  const files = await project(call());
  const { paths } = JSON.parse(files['openapi.json'] ?? '') as {
    paths: Record<string, Record<string, object>>;
  };
  expect(paths['/manager/fullRacks/{level}']?.get).toMatchObject({
    ...{ operationId: 'fullRacks', summary: 'Full racks', 'x-permission': 'batteryRack:list' },
    parameters: [{ name: 'level', in: 'path', required: true }],
  });
});

async function placesOf(generated: Promise<unknown>): Promise<string[]> {
  const error: unknown = await generated.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DefinitionError);
  return (error as DefinitionError).problems.map(({ file, pointer }) => `${file}#${pointer}`);
}

it('is refused at its place if it names what does not exist, or what another call has', async () => {
  const unknown = call({ action: { ...call().action, where: { size: { path: 'level' } } } });
  expect(await placesOf(project(unknown))).toEqual([expect.stringContaining(`${FILE}#/action/where`)]);
  expect(await placesOf(project(call({ path: '/manager/fullRacks' })))).toEqual([`${FILE}#`]);
  const yaml = `paths:\n  /manager/other:\n    get:\n      operationId: fullRacks\n      x-action: { entity: batteryRack, do: list }\n`;
  expect(await placesOf(project(call(), { 'openapi/rack.yaml': yaml }))).toEqual([`${FILE}#/name`]);
});
