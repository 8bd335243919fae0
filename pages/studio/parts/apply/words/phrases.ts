/** Builds sentences about a change. Pure. */
import type { Text } from '../../../../../generated/definition.ts';
import { sameValue } from '../../../../../runtime/core/document/same.ts';

export const text = (zh: string, en: string): Text => ({ zh, en });

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Returns a sentence with these titles. Empty without titles. */
export function naming(zh: string, en: string, titles: readonly Text[]): Text[] {
  if (titles.length === 0) return [];
  const names = {
    zh: titles.map((title) => title.zh).join('、'),
    en: titles.map((title) => title.en).join(', '),
  };
  return [text(`${zh}：${names.zh}`, `${en}: ${names.en}`)];
}

/** A part of a definition that users know: a field, an entry, a button. */
export interface Part {
  name: string;
  title: Text;
  value: object;
}

/** The noun for parts of a kind, in English in the plural. */
export interface PartsNoun {
  zh: string;
  en: string;
  /** The title of removed parts. The default is "Removed" with the noun. */
  removed?: Text;
}

/** Names the parts that are added, removed, renamed, changed, or in another order. */
export function partWords(noun: PartsNoun, before: readonly Part[], after: readonly Part[]): Text[] {
  const had = new Map(before.map((part) => [part.name, part]));
  const has = new Set(after.map(({ name }) => name));
  const stayed = after.filter(({ name }) => had.has(name));
  const renamed = stayed.filter(({ name, title }) => !sameValue(had.get(name)!.title, title));
  const { zh, en, removed = text(`移除${zh}`, `Removed ${en}`) } = noun;
  const groups = [
    [text(`新增${zh}`, `New ${en}`), after.filter(({ name }) => !had.has(name))],
    [removed, before.filter(({ name }) => !has.has(name))],
    [text(`改名后的${zh}`, `Renamed ${en}`), renamed],
    [
      text(`修改${zh}`, `Changed ${en}`),
      stayed.filter(
        ({ name, title, value }) => !sameValue({ ...had.get(name)!.value, title }, { ...value, title }),
      ),
    ],
  ] as const;
  const order = before.filter(({ name }) => has.has(name));
  const isReordered = order.some(({ name }, at) => stayed[at]?.name !== name);
  return [
    ...groups.flatMap(([what, parts]) =>
      naming(
        what.zh,
        what.en,
        parts.map(({ title }) => title),
      ),
    ),
    ...(isReordered ? [text(`${zh}的顺序改变`, `The order of the ${en} changes`)] : []),
  ];
}
