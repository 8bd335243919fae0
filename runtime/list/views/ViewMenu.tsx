import { Button, Dropdown, type MenuProps } from 'antd';
import { useState } from 'react';
import { notify } from '../../kit/api/notices.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useDangerAsk } from '../../kit/overlay/useDangerAsk.ts';
import { useSession } from '../../kit/session/session.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { Views } from './useViews.ts';
import { ViewDialog } from './ViewDialog.tsx';
import { type SavedView, SCOPES } from './viewState.ts';

interface Props {
  views: Views;
  /** The list as it comes without any view. */
  onReset(): void;
}

/** The view that is shown, whether it was changed, the other ones, and what can be done with them. */
export function ViewMenu({ views, onReset }: Props) {
  const t = useT();
  const mayShare = useSession((session) => session.can('view:share'));
  const [editing, setEditing] = useState<'new' | SavedView | null>(null);
  const { ask, holder } = useDangerAsk();
  const { current, modified } = views;

  const remove = (view: SavedView) =>
    ask({
      title: t('list.viewDeleteTitle', { name: view.name }),
      content: t('list.viewDeleteText'),
      // What went wrong was said already.
      run: () => views.remove(view).catch(() => undefined),
    });
  const save = async (view: SavedView) => {
    await views.save(view).then(
      () => notify({ kind: 'success', text: { text: t('common.saved') } }),
      () => undefined,
    );
  };
  const item = (view: SavedView) => ({
    key: String(view.id),
    label: view.name,
    icon: <Icon name={view.opensFirst ? 'star' : 'list'} />,
    onClick: () => views.open(view),
  });
  const groups = SCOPES.flatMap((scope) => {
    const children = views.views.filter((view) => view.scope === scope).map(item);
    return children.length > 0
      ? [{ key: scope, type: 'group' as const, label: t(`list.viewScope.${scope}`), children }]
      : [];
  });
  // Who may share answers for what is shared, too.
  const owned = current && (current.mine || (mayShare && current.scope !== 'private')) ? current : null;
  const items: MenuProps['items'] = [
    { key: 'all', label: t('list.viewAll'), icon: <Icon name="table" />, onClick: onReset },
    ...groups,
    { type: 'divider' },
    ...(current && modified
      ? [
          ...(owned
            ? [
                {
                  key: 'save',
                  label: t('list.viewSave'),
                  icon: <Icon name="check" />,
                  onClick: () => void save(owned),
                },
              ]
            : []),
          {
            key: 'reset',
            label: t('list.viewReset'),
            icon: <Icon name="undo" />,
            onClick: () => views.open(current),
          },
        ]
      : []),
    {
      key: 'saveAs',
      label: t('list.viewSaveAs'),
      icon: <Icon name="plus" />,
      onClick: () => setEditing('new'),
    },
    ...(owned
      ? [
          {
            key: 'edit',
            label: t('list.viewEdit'),
            icon: <Icon name="edit" />,
            onClick: () => setEditing(owned),
          },
          {
            key: 'delete',
            label: t('list.viewDelete'),
            icon: <Icon name="delete" />,
            danger: true,
            onClick: () => remove(owned),
          },
        ]
      : []),
  ];
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{ items, selectable: true, selectedKeys: [current ? String(current.id) : 'all'] }}
      >
        <Button className="wd-view-button" icon={<Icon name="folder" />}>
          <span className="wd-ellipsis">{current?.name ?? t('list.viewAll')}</span>
          {modified && <em className="wd-view-modified">{t('list.viewModified')}</em>}
        </Button>
      </Dropdown>
      {editing && (
        <ViewDialog
          view={editing === 'new' ? null : editing}
          mayShare={mayShare}
          onCancel={() => setEditing(null)}
          onSave={async (values) => {
            await (editing === 'new' ? views.saveAs(values) : views.change(editing, values));
            setEditing(null);
          }}
        />
      )}
      {holder}
    </>
  );
}
