import type { Cookies } from '../../../../runtime/kit/browser/storage.ts';

export interface Jar extends Cookies {
  readonly values: Map<string, string>;
  readonly ages: Map<string, number | undefined>;
}

export function createJar(): Jar {
  const values = new Map<string, string>();
  const ages = new Map<string, number | undefined>();
  return {
    values,
    ages,
    read: (name) => values.get(name) ?? null,
    write(name, value, maxAge) {
      values.set(name, value);
      ages.set(name, maxAge);
    },
    remove: (name) => void values.delete(name),
  };
}

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}
