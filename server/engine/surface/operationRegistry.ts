import { type OperationId, type OperationInfo, operations } from '../../../generated/operations.ts';
import { type Description, readDescription, type Schema } from './description.ts';
import { type Check, createChecks } from './validate.ts';

declare module '../context.ts' {
  interface Services {
    /** The available calls. */
    surface: Surface;
  }
}

/** An available operation. */
export interface Served {
  info: OperationInfo;
  check: Check;
  /** The media type of binary answers, unless the handler sets another. */
  binary: string | undefined;
}

/** The definitions that are added while the server runs: changed schemas, and operations of new entities. */
export interface Addition {
  schemas: Readonly<Record<string, Schema>>;
  paths: Description['paths'];
  operations: readonly OperationInfo[];
}

/** The available operations: those of the build, and those added while the server runs. */
export interface Surface {
  /** Returns the description that GET /openapi.json sends. */
  text(): string;
  /** Returns an operation of the build. */
  built(id: OperationId): Served;
  /** Returns the added operation for an address, with its path parameters. Null if there is none. */
  applied(method: string, path: string): { served: Served; params: Record<string, string> } | null;
  operations(): readonly OperationInfo[];
  /** Returns the methods and paths of the operations of the build. */
  places(): readonly Pick<OperationInfo, 'method' | 'path'>[];
  replace(addition: Addition): void;
}

/** Returns the path parameters if the address matches the template, null otherwise. */
export function matchPath(template: string, path: string): Record<string, string> | null {
  const parts = template.split('/');
  const segments = path.split('/');
  if (parts.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined && part !== segments[index]) return null;
    if (name === undefined) continue;
    try {
      params[name] = decodeURIComponent(segments[index] ?? '');
    } catch {
      return null;
    }
    if (params[name] === '') return null;
  }
  return params;
}

/** Returns a function that creates the served form of an operation. Its validation is compiled at the first use. */
function createServing(description: Description): (info: OperationInfo) => Served {
  const makeCheck = createChecks(description);
  const memory = new Map<string, Served>();
  return (info) => {
    let served = memory.get(info.id);
    if (!served) {
      const described = description.paths[info.path]?.[info.method];
      if (!described) throw new Error(`${info.id} is missing in the description`);
      served = { info, check: makeCheck(described), binary: [described['x-binary']].flat()[0] };
      memory.set(info.id, served);
    }
    return served;
  };
}

const isEmpty = ({ schemas, paths, operations: added }: Addition): boolean =>
  [schemas, paths, added].every((one) => Object.keys(one).length === 0);

function readBuilt() {
  const { text, description } = readDescription();
  return { text, description, serve: createServing(description) };
}
let built: ReturnType<typeof readBuilt> | undefined;

export function createSurface(): Surface {
  // All servers of a process share one build, which is read and compiled only once.
  built ??= readBuilt();
  const base = built;
  const all: readonly OperationInfo[] = Object.values(operations);
  let added: readonly OperationInfo[] = [];
  let { description, serve } = base;
  let text: string | null = base.text;

  return {
    text() {
      text ??= JSON.stringify(description);
      return text;
    },
    built: (id) => serve(operations[id]),
    applied(method, path) {
      for (const info of added) {
        if (info.method !== method.toLowerCase()) continue;
        const params = matchPath(info.path, path);
        if (params) return { served: serve(info), params };
      }
      return null;
    },
    operations: () => [...all, ...added],
    places: () => all,
    replace(addition) {
      added = addition.operations;
      if (isEmpty(addition)) {
        ({ text, description, serve } = base);
        return;
      }
      const { paths, components } = base.description;
      description = {
        ...base.description,
        paths: { ...paths, ...addition.paths },
        components: { ...components, schemas: { ...components.schemas, ...addition.schemas } },
      };
      text = null;
      serve = createServing(description);
    },
  };
}
