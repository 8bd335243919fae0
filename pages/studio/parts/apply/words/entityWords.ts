/** Describes in words what changes in a record and its lines. Pure. */
import type { EntityDefinition, PageDefinition, Text } from '../../../../../generated/definition.ts';
import { SEEDED_ROLE_KEYS, SEEDED_ROLES } from '../../../../../runtime/core/access/seededRoles.ts';
import { MENU_GROUPS } from '../../../../../runtime/core/definitions/menuGroups.ts';
import { sameValue } from '../../../../../runtime/core/document/same.ts';
import { flowDifference } from '../../../../flow/model/difference.ts';
import { type EntityDocument, fieldsOf, listPlacedNames, titleOfField } from '../../design/entityDoc.ts';
import { counted, naming, type Part, partWords, text } from './phrases.ts';

export type Menu = PageDefinition['menu'];

export function menuWords(before: Menu, after: Menu): Text[] {
  if (sameValue(before, after)) return [];
  if (!after) return [text('从菜单中移除', 'Removed from the menu')];
  const { zh, en } = MENU_GROUPS[after.group]?.title ?? text(after.group, after.group);
  return before?.group === after.group
    ? [text(`在菜单“${zh}”中的位置或图标改变`, `The place or icon in the menu “${en}” changes`)]
    : [
        before
          ? text(`移到菜单“${zh}”`, `Moved to the menu “${en}”`)
          : text(`放入菜单“${zh}”`, `Added to the menu “${en}”`),
      ];
}

const menuOf = ({ page }: EntityDefinition): Menu => (page ? page.menu : undefined);

const fieldParts = (entity: EntityDefinition): Part[] =>
  Object.entries(fieldsOf(entity)).map(([name, value]) => ({
    ...{ name, value },
    title: titleOfField(entity, name),
  }));

const FIELDS = {
  ...text('字段', 'fields'),
  removed: text('移除字段（数据保留）', 'Removed fields (their data stays)'),
};

const fieldWords = (before: EntityDefinition, after: EntityDefinition): Text[] =>
  partWords(FIELDS, fieldParts(before), fieldParts(after));

function buttonWords(before: EntityDefinition, after: EntityDefinition): Text[] {
  if (sameValue(before.states, after.states)) return [];
  const parts = ({ states }: EntityDefinition): Part[] =>
    (states?.transitions ?? []).map((value) => ({ name: value.name, title: value.title, value }));
  const words = partWords({ zh: '按钮', en: 'buttons' }, parts(before), parts(after));
  return words.length > 0 ? words : [text('状态的设置改变', 'Settings of the states change')];
}

function rightsWords(before: EntityDefinition | null, after: EntityDefinition): Text[] {
  const changed = SEEDED_ROLE_KEYS.filter((role) => !sameValue(before?.rights?.[role], after.rights?.[role]));
  const titles = changed.map((role) => SEEDED_ROLES[role]);
  return naming('新租户的角色权限改变', 'Rights of the roles of new tenants change', titles);
}

const STEPS = {
  added: ['审批新增步骤', 'New steps of the approval'],
  moved: ['审批步骤换了位置', 'Moved steps of the approval'],
  changed: ['审批修改步骤', 'Changed steps of the approval'],
  removed: ['审批移除步骤', 'Removed steps of the approval'],
} as const;

function approvalWords(before: EntityDefinition | null, after: EntityDefinition): Text[] {
  if (sameValue(before?.approval, after.approval)) return [];
  if (!after.approval) return [text('不再需要审批', 'Records no longer need an approval')];
  const changes = flowDifference(before?.approval?.steps ?? [], after.approval.steps);
  const words = (Object.keys(STEPS) as (keyof typeof STEPS)[]).flatMap((kind) => {
    const titles = changes.filter((change) => change.kind === kind).map(({ node }) => node.title);
    const [zh, en] = STEPS[kind];
    return naming(zh, en, titles);
  });
  return words.length > 0 ? words : [text('审批的设置改变', 'Settings of the approval change')];
}

export function newEntity(entity: EntityDocument): Text[] {
  const fields = listPlacedNames(entity).length;
  return [
    text(
      `新增一个列表，${fields} 个字段；已有内容不变`,
      `A new list with ${counted(fields, 'field')}; nothing that exists changes`,
    ),
    ...(entity.lines ?? []).map((line) => {
      const count = listPlacedNames(line).length;
      return text(
        `含明细“${line.title.zh}”，${count} 个字段`,
        `It has the lines “${line.title.en}” with ${counted(count, 'field')}`,
      );
    }),
    ...menuWords(undefined, menuOf(entity)),
    ...approvalWords(null, entity),
    ...rightsWords(null, entity),
  ];
}

function lineWords(before: EntityDocument, after: EntityDocument): Text[] {
  return (after.lines ?? []).flatMap((line) => {
    const old = before.lines?.find(({ name }) => name === line.name);
    if (sameValue(old, line)) return [];
    const words = old ? fieldWords(old, line) : [text('新增', 'new')];
    const changes = words.length > 0 ? words : [text('设置改变', 'settings change')];
    return changes.map(({ zh, en }) =>
      text(`明细“${line.title.zh}”：${zh}`, `Lines “${line.title.en}”: ${en}`),
    );
  });
}

/** The keys of a record whose changes are described here. */
export const ENTITY_KEYS = ['schema', 'list', 'ui', 'states', 'rights', 'approval', 'page', 'lines'] as const;

export function changedEntity(before: EntityDocument, after: EntityDocument): Text[] {
  const rulesOf = ({ schema: { properties: _, ...rules } = {} }: Partial<EntityDocument>) => rules;
  const differs = (a: unknown, b: unknown, zh: string, en: string): Text[] =>
    sameValue(a, b) ? [] : [text(zh, en)];
  return [
    ...fieldWords(before, after),
    ...differs(rulesOf(before), rulesOf(after), '必填或校验规则改变', 'Required fields or rules change'),
    ...lineWords(before, after),
    ...differs(
      before.list,
      after.list,
      '列表的列、筛选或排序改变',
      'Columns, filters or the order of the list change',
    ),
    ...differs(before.ui, after.ui, '表单的布局改变', 'The layout of the form changes'),
    ...buttonWords(before, after),
    ...menuWords(menuOf(before), menuOf(after)),
    ...approvalWords(before, after),
    ...rightsWords(before, after),
  ];
}
