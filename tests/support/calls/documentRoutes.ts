/** The addresses that the server answers, for documents that name some of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pages } from '../../../generated/pages.ts';

const DESCRIPTION = join(import.meta.dirname, '../../../generated/openapi.json');
const { paths } = JSON.parse(readFileSync(DESCRIPTION, 'utf8')) as { paths: Record<string, object> };
/** Probes are part of no description. */
const PROBES = ['/healthz', '/readyz', '/metrics', '/openapi.json'];

const parts = (path: string): string[] => path.split('/').filter(Boolean);

/** A parameter of the description takes whatever a document writes in its place. */
const fits = (route: string, path: string): boolean => {
  const [known, written] = [parts(route), parts(path)];
  return (
    known.length === written.length &&
    known.every((part, at) => part === written[at] || /^\{.*\}$|^:/.test(part))
  );
};

/** True where the description has the operation. */
export const findRoute = (method: string, path: string): boolean =>
  (method === 'GET' && PROBES.includes(path)) ||
  Object.entries(paths).some(
    ([route, operations]) => fits(route, path) && method.toLowerCase() in operations,
  );

/** True for an address of a page, or the beginning of addresses of calls. */
export const findAddress = (path: string): boolean =>
  PROBES.includes(path) ||
  pages.some(({ route }) => fits(route, path) || (path.endsWith('/') && route.startsWith(path))) ||
  Object.keys(paths).some((route) => fits(route, path) || (path.endsWith('/') && route.startsWith(path)));
