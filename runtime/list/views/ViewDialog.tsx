import type { Field } from '../../../generated/definition.ts';
import { entityRegistry } from '../../core/definitions/entities.ts';
import type { Values } from '../../core/rules/rule.ts';
import type { FormSource } from '../../form/model/formSource.ts';
import { FormDialog } from '../../form/screen/FormDialog.tsx';
import { useT } from '../../kit/i18n/index.ts';
import type { NewView } from './useViews.ts';
import { type SavedView, SCOPES } from './viewState.ts';

interface Props {
  /** Null to save the current list as a new view. */
  view: SavedView | null;
  mayShare: boolean;
  onSave(values: NewView): Promise<void>;
  onCancel(): void;
}

const NAME_LENGTH = 60;
const TITLES = {
  private: { zh: '仅自己', en: 'Only me' },
  role: { zh: '一个角色', en: 'A role' },
  tenant: { zh: '所有人', en: 'Everybody' },
} as const;

/** Returns the form for a view's name, visibility and default. */
function makeForm(mayShare: boolean): FormSource {
  const hasRoles = entityRegistry.get('role') !== undefined;
  const scopes = SCOPES.filter((scope) => scope !== 'role' || hasRoles);
  const isRole = { properties: { scope: { const: 'role' } }, required: ['scope'] };
  const shared: Record<string, Field> = {
    scope: {
      type: 'string',
      title: { zh: '可用范围', en: 'Available to' },
      'x-options': scopes.map((value) => ({ value, title: TITLES[value] })),
    },
    ...(hasRoles && {
      roleId: {
        type: 'integer',
        title: { zh: '角色', en: 'Role' },
        'x-ref': 'role',
        'x-visible': isRole,
        'x-required': isRole,
        'x-clearWhenHidden': true,
      },
    }),
  };
  const properties: Record<string, Field> = {
    name: { type: 'string', title: { zh: '视图名称', en: 'Name' }, minLength: 1, maxLength: NAME_LENGTH },
    ...(mayShare && shared),
    isDefault: { type: 'boolean', title: { zh: '打开列表时使用', en: 'Use when the list opens' } },
  };
  return {
    name: `view/${mayShare}`,
    schema: { type: 'object', properties, required: ['name'] },
    pure: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: NAME_LENGTH },
        ...(mayShare && { scope: { type: 'string', enum: scopes } }),
        ...(mayShare && hasRoles && { roleId: { type: 'integer' } }),
        isDefault: { type: 'boolean' },
      },
      required: ['name'],
    },
  };
}

const forms = new Map<boolean, FormSource>();

function formOf(mayShare: boolean): FormSource {
  const form = forms.get(mayShare) ?? makeForm(mayShare);
  forms.set(mayShare, form);
  return form;
}

export function ViewDialog({ view, mayShare, onSave, onCancel }: Props) {
  const t = useT();
  const start: Values = view
    ? { name: view.name, scope: view.scope, roleId: view.roleId, isDefault: view.isDefault }
    : { scope: 'private', isDefault: false };
  const { scope: _, roleId: __, ...own } = start;
  return (
    <FormDialog
      title={t(view ? 'list.viewEdit' : 'list.viewSaveAs')}
      form={formOf(mayShare)}
      value={mayShare ? start : own}
      onSave={(values) =>
        onSave({
          name: String(values.name),
          scope: mayShare ? ((values.scope as NewView['scope'] | undefined) ?? 'private') : 'private',
          roleId: values.scope === 'role' ? ((values.roleId as number | undefined) ?? null) : null,
          isDefault: values.isDefault === true,
        })
      }
      onCancel={onCancel}
    />
  );
}
