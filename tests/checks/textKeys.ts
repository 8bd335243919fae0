/**
 * A text of a single widget or page is in its `texts.json`, and is loaded with it. As a common text it would be loaded
 * with every page. A text that nothing shows is removed.
 */
const COMMON = /^runtime\/kit\/i18n\/zh(?:\/(\w+))?\.ts$/;
/** These texts are loaded before the shell. They are therefore in a separate file, whatever uses them. */
const START = 'start';
const KEY = /^ {2}'([^']+)':/gm;
const OWNER = /^(?:widgets|pages)\/[^/]+/;
const PROGRAM = /^(?:main\.tsx$|(?:runtime|widgets|pages)\/)/;
const LITERAL = /'([a-z]\w*(?:\.\w+)+)'/gi;
/** A key with parts that are filled in, such as `job.${status}`. Its beginning limits the possible keys. */
const TEMPLATE = /`([a-z]\w*\.(?:[\w.]|\$\{[^`}]*\})*)`/gi;
const ALL = 'runtime';

interface SourceFile {
  file: string;
  text: string;
}

/** The widgets and pages that show a key by name, or a pattern of keys. */
interface Uses {
  keys: Map<string, Set<string>>;
  patterns: Map<string, Set<string>>;
}

const patternOf = (template: string): string =>
  `^${template.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '.+')}$`;

function addUse(uses: Map<string, Set<string>>, name: string, owner: string): void {
  uses.set(name, (uses.get(name) ?? new Set()).add(owner));
}

function readUses(files: readonly SourceFile[]): Uses {
  const uses: Uses = { keys: new Map(), patterns: new Map() };
  for (const { file, text } of files) {
    if (!PROGRAM.test(file) || file.startsWith('runtime/kit/i18n/')) continue;
    const owner = OWNER.exec(file)?.[0] ?? ALL;
    for (const [, key = ''] of text.matchAll(LITERAL)) addUse(uses.keys, key, owner);
    for (const [, template = ''] of text.matchAll(TEMPLATE))
      addUse(template.includes('${') ? uses.patterns : uses.keys, patternOrKey(template), owner);
  }
  return uses;
}

const patternOrKey = (template: string): string => (template.includes('${') ? patternOf(template) : template);

function ownersOf(key: string, { keys, patterns }: Uses): Set<string> {
  const found = new Set(keys.get(key));
  for (const [pattern, owners] of patterns)
    if (new RegExp(pattern).test(key)) for (const owner of owners) found.add(owner);
  return found;
}

export function textKeyBreaches(files: readonly SourceFile[]): string[] {
  const uses = readUses(files);
  return files.flatMap(({ file, text }) => {
    const common = COMMON.exec(file);
    if (!common) return [];
    return [...text.matchAll(KEY)].flatMap(([, key = '']) => {
      const owners = ownersOf(key, uses);
      const [owner] = owners;
      if (owner === undefined) return [`${file}: nothing shows '${key}': take it out`];
      if (owners.size > 1 || owner === ALL || common[1] === START) return [];
      return [`${file}: only ${owner} shows '${key}': move it to ${owner}/texts.json`];
    });
  });
}
