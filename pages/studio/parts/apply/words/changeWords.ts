/** Describes in words what a definition will change when it is applied. Pure. */
import type { DictionaryDefinition, Text } from '../../../../../generated/definition.ts';
import { sameValue } from '../../../../../runtime/core/document/same.ts';
import { isPicked } from '../../design/calls/callChanges.ts';
import { entityOf } from '../../design/entityDoc.ts';
import designTexts from '../../design/texts.json';
import { type Document, documentSame, type Kind, titleOf, type Verdict } from '../../document.ts';
import { changedEntity, ENTITY_KEYS, type Menu, menuWords, newEntity } from './entityWords.ts';
import { counted, naming, type Part, partWords, text } from './phrases.ts';

const countOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

/** Names the address of a call and what it does. */
function placeWords({ method, path, action }: Document): Text {
  const place = `${String(method).toUpperCase()} ${String(path)}`;
  const doing = String((action as Document | undefined)?.do);
  const does = isPicked(doing) ? designTexts[`design.does.${doing}`] : text(doing, doing);
  return text(`${place}（${does.zh}）`, `${place} (${does.en})`);
}

const entryParts = ({ entries }: Document): Part[] =>
  ((entries ?? []) as DictionaryDefinition['entries']).map((value) => ({
    ...{ name: String(value.value), title: value.title, value },
  }));

/** Describes a new definition of each kind. */
const MADE: Partial<Record<Kind, (document: Document) => Text[]>> = {
  entity: (document) => newEntity(entityOf(document)),
  page: ({ menu }) => [
    text('新增一个页面；已有内容不变', 'A new page; nothing that exists changes'),
    ...menuWords(undefined, menu as Menu),
  ],
  statistic: ({ figures }) => {
    const count = countOf(figures);
    return [
      text(
        `新增一项统计，${count} 个指标；已有内容不变`,
        `A new report with ${counted(count, 'figure')}; nothing that exists changes`,
      ),
    ];
  },
  document: ({ sections }) => {
    const count = countOf(sections);
    return [
      text(
        `新增一种单据，${count} 部分；已有内容不变`,
        `A new document with ${counted(count, 'section')}; nothing that exists changes`,
      ),
    ];
  },
  dictionary: ({ entries }) => {
    const count = countOf(entries);
    return [
      text(
        `新增一个字典，${count} 个条目；已有内容不变`,
        `A new dictionary with ${counted(count, 'entry', 'entries')}; nothing that exists changes`,
      ),
    ];
  },
  call: (document) => {
    const { zh, en } = placeWords(document);
    return [text(`新增接口 ${zh}；已有内容不变`, `A new call, ${en}; nothing that exists changes`)];
  },
};

interface Changed {
  /** The keys whose changes are described. Other keys are only named. */
  keys: readonly string[];
  words(before: Document, after: Document): Text[];
}

/** Describes what changes in a definition of each kind. */
const CHANGED: Partial<Record<Kind, Changed>> = {
  entity: {
    keys: ENTITY_KEYS,
    words: (before, after) => changedEntity(entityOf(before), entityOf(after)),
  },
  page: {
    keys: ['menu'],
    words: (before, after) => menuWords(before.menu as Menu, after.menu as Menu),
  },
  dictionary: {
    keys: ['entries'],
    words: (before, after) => partWords({ zh: '条目', en: 'entries' }, entryParts(before), entryParts(after)),
  },
  call: {
    keys: ['method', 'path', 'action'],
    words: (before, after) => {
      const [old, now] = [placeWords(before), placeWords(after)];
      if (!sameValue(old, now)) return [text(`接口改为 ${now.zh}`, `The call becomes ${now.en}`)];
      return sameValue(before.action, after.action)
        ? []
        : [text('接口的条件或取值改变', 'The conditions or values of the call change')];
    },
  },
};

function otherWords(before: Document, after: Document, keys: readonly string[]): Text[] {
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = all.filter((key) => !keys.includes(key) && !sameValue(before[key], after[key]));
  return naming(
    '其他设置改变',
    'Other settings change',
    changed.map((key) => text(key, key)),
  );
}

/** Counts the records whose choice is removed. */
function movedWords(plan: Verdict['plan']): Text[] {
  const count = (plan?.taken ?? []).reduce((sum, { rows }) => sum + rows, 0);
  if (count === 0) return [];
  const en = `${counted(count, 'record')} will get another choice, which you choose below`;
  return [text(`${count} 条记录将改用其他选项，请在下面选择`, en)];
}

/** Returns what applying the definition means to users, a sentence each. `before` is null for a new one. */
export function changeWords(
  kind: Kind,
  before: Document | null,
  after: Document,
  plan: Verdict['plan'],
): Text[] {
  if (!before)
    return (
      MADE[kind]?.(after) ?? [text('新增；已有内容不变', 'A new definition; nothing that exists changes')]
    );
  if (documentSame(before, after)) return [];
  const name = titleOf(after, String(after.name));
  const { keys, words } = CHANGED[kind] ?? { keys: [], words: () => [] };
  return [
    ...(sameValue(before.title, after.title)
      ? []
      : [text(`名称改为“${name.zh}”`, `The title becomes “${name.en}”`)]),
    ...words(before, after),
    ...otherWords(before, after, ['title', ...keys]),
    ...movedWords(plan),
  ];
}
