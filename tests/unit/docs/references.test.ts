/** The documents name only existing files, addresses and headings. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findAddress, findRoute } from '../../support/calls/documentRoutes.ts';
import { type Document, documents, fencesOf, inlineCode, proseOf } from '../../support/project/documents.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDERS =
  /^(?:\.ci|bench|codegen|demo|docs|generated|openapi|pages|runtime|schemas|server|stories|tests|widgets)\/[\w./-]*$/;
const FILE = /^[\w-]+\.(?:tsx?|json|ya?ml|mjs|md|sql)$/;
const LINK = /\[[^\]\n]*(?:\n[^\]\n]*)?\]\(([^)\s]+)\)/g;

/** Files that the tutorial creates. */
const made = new Set(documents.flatMap(fencesOf).flatMap(({ info }) => info.split(' ').slice(1)));

/** Returns paths from the root, and names of files that belong to the path before them in the same line. */
function filesOf(document: Document): string[] {
  return proseOf(document)
    .split('\n')
    .flatMap((line) => {
      let folder = '';
      return inlineCode(line).flatMap((code) => {
        if (FOLDERS.test(code)) {
          folder = code.endsWith('/') ? code : dirname(code);
          return [code];
        }
        return folder && FILE.test(code) ? [join(folder, code)] : [];
      });
    });
}

const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

const headingsOf = (path: string): string[] =>
  [
    ...readFileSync(path, 'utf8')
      .replaceAll(/^```[\s\S]*?^```$/gm, '')
      .matchAll(/^#+ (.*)$/gm),
  ].map(([, heading = '']) => slug(heading));

function linkProblem({ path }: Document, target: string): string | null {
  if (/^https?:/.test(target)) return null;
  const [file = '', anchor] = target.split('#');
  const full = join(ROOT, file ? normalize(join(dirname(path), file)) : path);
  if (!existsSync(full)) return `${target}: there is no such file`;
  return anchor && !headingsOf(full).includes(anchor) ? `${target}: there is no such heading` : null;
}

describe.each(documents.map((document) => [document.path, document] as const))('%s', (_, document) => {
  it('names existing files', () => {
    const missing = filesOf(document).filter((path) => !existsSync(join(ROOT, path)) && !made.has(path));
    expect(missing).toEqual([]);
  });

  it('links to existing documents and headings', () => {
    const targets = [...document.text.matchAll(LINK)].map(([, target = '']) => target);
    expect(targets.map((target) => linkProblem(document, target)).filter(Boolean)).toEqual([]);
  });

  it('names addresses that the server answers', () => {
    const wrong = inlineCode(proseOf(document)).filter((code) => {
      const [, method, path] = /^(GET|POST|PUT|DELETE) (\/\S+)$/.exec(code) ?? [];
      if (method && path) return !findRoute(method, path);
      return (
        /^\/(?:main|manager|ems)\/[\w/{}]+$/.test(code) &&
        !/ackSummary|batteryRack/.test(code) &&
        !findAddress(code)
      );
    });
    expect(wrong).toEqual([]);
  });
});

describe('a document', () => {
  const document = { path: 'docs/operate.md', text: '' };
  it.each(['nowhere.md', 'operate.md#nowhere', '#nowhere', 'guide/nowhere.md'])(
    'may not link to %s',
    (target) => {
      expect(linkProblem(document, target)).not.toBeNull();
    },
  );

  it.each(['#settings', 'guide/README.md', '../README.md#two-commands', 'https://example.com'])(
    'may link to %s',
    (target) => {
      expect(linkProblem(document, target)).toBeNull();
    },
  );

  it('has all its files in a line checked', () => {
    const text =
      'See `server/http/authorize.ts`, `routes.ts` and `docs/nowhere.md`, not `routes.ts`\n`alone.ts`';
    expect(filesOf({ path: '', text })).toEqual([
      'server/http/authorize.ts',
      'server/http/routes.ts',
      'docs/nowhere.md',
      'docs/routes.ts',
    ]);
  });
});

it('every chapter of the guide is in its table of contents', () => {
  const contents = documents.find(({ path }) => path === 'docs/guide/README.md')!.text;
  const chapters = documents.map(({ path }) => path).filter((path) => /^docs\/guide\/(?!README)/.test(path));
  expect(chapters.length).toBeGreaterThan(10);
  expect(chapters.filter((path) => !contents.includes(`(${path.slice('docs/guide/'.length)})`))).toEqual([]);
});
