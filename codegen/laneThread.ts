/** The thread of a lane runs the tasks that it receives and answers each. */
import { parentPort } from 'node:worker_threads';
import type { Definitions } from './definition/definition.ts';
import type { Dictionaries } from './write/pure.ts';

/** A task loads its tools only when it runs. No lane therefore loads the tools of another lane. */
export const TASKS = {
  definitionTypes: async (root: string) => (await import('./write/types.ts')).definitionTypes(root),
  configTypes: async (widgets: Definitions['widgets'], dictionaries: Dictionaries) =>
    (await import('./write/types.ts')).configTypes(widgets, dictionaries),
  apiTypes: async (api: string) => (await import('./write/types.ts')).apiTypes(api),
  coreTablesFile: async (root: string, entities: readonly string[]) =>
    (await import('./write/coreTables.ts')).coreTablesFile(root, entities),
  validatorFiles: async (
    definitions: Pick<Definitions, 'entities' | 'widgets'>,
    dictionaries: Dictionaries,
  ) => (await import('./write/validators.ts')).validatorFiles(definitions, dictionaries),
};

export interface Request {
  id: number;
  task: keyof typeof TASKS;
  input: unknown[];
}

export type Answer = { id: number; output: unknown } | { id: number; error: unknown };

parentPort?.on('message', async ({ id, task, input }: Request) => {
  const answer = (message: Answer): void => parentPort?.postMessage(message);
  try {
    answer({ id, output: await (TASKS[task] as (...input: unknown[]) => Promise<unknown>)(...input) });
  } catch (error) {
    answer({ id, error });
  }
});
