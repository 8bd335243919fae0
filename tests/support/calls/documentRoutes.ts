/** Finds the addresses that the server answers, to check the addresses in documents. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pages } from '../../../generated/pages.ts';

const DESCRIPTION = join(import.meta.dirname, '../../../generated/openapi.json');
const { paths } = JSON.parse(readFileSync(DESCRIPTION, 'utf8')) as { paths: Record<string, object> };
/** Probes, which are in no description. */
const PROBES = ['/healthz', '/readyz', '/metrics', '/openapi.json'];

const parts = (path: string): string[] => path.split('/').filter(Boolean);

/** A parameter of the description matches any text in a document. */
const fits = (route: string, path: string): boolean => {
  const [known, written] = [parts(route), parts(path)];
  return (
    known.length === written.length &&
    known.every((part, at) => part === written[at] || /^\{.*\}$|^:/.test(part))
  );
};

/** Returns whether the description has the operation. */
export const findRoute = (method: string, path: string): boolean =>
  (method === 'GET' && PROBES.includes(path)) ||
  Object.entries(paths).some(
    ([route, operations]) => fits(route, path) && method.toLowerCase() in operations,
  );

/** Returns whether this is the address of a page or a call, or the beginning of such an address. */
export const findAddress = (path: string): boolean =>
  PROBES.includes(path) ||
  pages.some(({ route }) => fits(route, path) || (path.endsWith('/') && route.startsWith(path))) ||
  Object.keys(paths).some((route) => fits(route, path) || (path.endsWith('/') && route.startsWith(path)));
