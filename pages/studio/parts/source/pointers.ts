/** Converts a JSON pointer to its place in the text, and a place in the text to its path. */
import { jsonLanguage } from '@codemirror/lang-json';

type Tree = ReturnType<typeof jsonLanguage.parser.parse>;
type SyntaxNode = Tree['topNode'];
type Path = readonly string[];

export interface Place {
  from: number;
  to: number;
}

const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');
export const pointerPath = (pointer: string): Path =>
  pointer === '' ? [] : pointer.slice(1).split('/').map(unescaped);

const VALUES = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null']);
export const parseText = (text: string): Tree => jsonLanguage.parser.parse(text);

const children = (node: SyntaxNode): SyntaxNode[] => {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) found.push(child);
  return found;
};
const valueNodeOf = (node: SyntaxNode): SyntaxNode | null =>
  children(node).find(({ name }) => VALUES.has(name)) ?? null;

function nameOf(property: SyntaxNode, text: string): string {
  const name = property.getChild('PropertyName');
  try {
    return name ? String(JSON.parse(text.slice(name.from, name.to))) : '';
  } catch {
    return '';
  }
}

/** Returns the place of a character of a text. Some characters take two in JSON. */
function placeCharacter(text: string, node: SyntaxNode, at: number): Place {
  let from = node.from + 1;
  for (let left = at; left > 0 && from < node.to - 1; left -= 1)
    from += text[from] !== '\\' ? 1 : text[from + 1] === 'u' ? 6 : 2;
  return { from, to: Math.min(from + 1, node.to) };
}

/**
 * Returns the place of the pointer in the text. For a missing part it is the place of its container. `at` is the
 * character within an existing text.
 */
export function placePointer(text: string, pointer: string, at?: number): Place {
  let node = valueNodeOf(parseText(text).topNode);
  let place: Place = { from: 0, to: 0 };
  if (node) place = { from: node.from, to: Math.min(node.to, node.from + 1) };
  for (const part of pointerPath(pointer)) {
    if (!node) return place;
    if (node.name === 'Object') {
      const property: SyntaxNode | undefined = node
        .getChildren('Property')
        .find((one) => nameOf(one, text) === part);
      const name = property?.getChild('PropertyName');
      if (!property || !name) return place;
      place = { from: name.from, to: name.to };
      node = valueNodeOf(property);
    } else if (node.name === 'Array') {
      const item: SyntaxNode | undefined = children(node).filter(({ name }) => VALUES.has(name))[
        Number(part)
      ];
      if (!item) return place;
      place = { from: item.from, to: item.name === 'Object' ? item.from + 1 : item.to };
      node = item;
    } else return place;
  }
  return at !== undefined && node?.name === 'String' ? placeCharacter(text, node, at) : place;
}

/**
 * Returns the path of the object around a place in the text, and the names that it already has. Null outside
 * objects.
 */
export function objectAt(text: string, at: number): { path: string[]; names: string[]; node: Place } | null {
  const path: string[] = [];
  let found: SyntaxNode | null = null;
  for (let node: SyntaxNode | null = parseText(text).resolveInner(at, -1); node; node = node.parent) {
    if (node.name === 'Object' && !found && at > node.from) found = node;
    if (!found || node === found) continue;
    if (node.name === 'Property') path.unshift(nameOf(node, text));
    if (node.name === 'Array') {
      const place = node.getChildren('Object').findIndex(({ from, to }) => from <= at && at <= to);
      path.unshift(String(place));
    }
  }
  if (!found) return null;
  const names = found.getChildren('Property').map((property) => nameOf(property, text));
  return { path, names, node: { from: found.from, to: found.to } };
}

/**
 * Returns the value at a place in the text and its path, so that another value can replace it. Null outside
 * values.
 */
export function valueAt(text: string, at: number): { path: string[]; value: Place } | null {
  const found = parseText(text).resolveInner(at, -1);
  if (!VALUES.has(found.name)) return null;
  const path: string[] = [];
  let node: SyntaxNode = found;
  for (; node.parent?.name === 'Array'; node = node.parent) {
    const { from } = node;
    const items = children(node.parent).filter(({ name }) => VALUES.has(name));
    path.unshift(String(items.findIndex((item) => item.from === from)));
  }
  const property = node.parent;
  const object = property?.name === 'Property' ? objectAt(text, property.from) : null;
  if (!property || !object) return null;
  return {
    path: [...object.path, nameOf(property, text), ...path],
    value: { from: found.from, to: found.to },
  };
}
