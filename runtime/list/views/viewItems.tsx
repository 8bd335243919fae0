import type { MenuProps } from 'antd';
import type { Translate } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { Views } from './useViews.ts';
import { type SavedView, SCOPES } from './viewState.ts';

type Items = NonNullable<MenuProps['items']>;

interface Actions {
  reset(): void;
  save(view: SavedView): void;
  edit(view: SavedView | 'new'): void;
  remove(view: SavedView): void;
}

/** Returns the saved views, grouped by visibility. */
function itemsToOpen({ views, open }: Views, t: Translate): Items {
  return SCOPES.flatMap((scope) => {
    const children = views
      .filter((view) => view.scope === scope)
      .map((view) => ({
        key: String(view.id),
        label: view.name,
        icon: <Icon name={view.opensFirst ? 'star' : 'list'} />,
        onClick: () => open(view),
      }));
    return children.length > 0
      ? [{ key: scope, type: 'group' as const, label: t(`list.viewScope.${scope}`), children }]
      : [];
  });
}

/** Returns the menu of views: each view to open, and commands for the current view. */
export function viewItems(views: Views, mayShare: boolean, t: Translate, act: Actions): Items {
  const { current, modified } = views;
  // Users who may share views also manage other users' shared views.
  const owned = current && (current.mine || (mayShare && current.scope !== 'private')) ? current : null;
  return [
    { key: 'all', label: t('list.viewAll'), icon: <Icon name="table" />, onClick: act.reset },
    ...itemsToOpen(views, t),
    { type: 'divider' },
    owned && modified
      ? {
          key: 'save',
          label: t('list.viewSave'),
          icon: <Icon name="check" />,
          onClick: () => act.save(owned),
        }
      : null,
    current && modified
      ? {
          key: 'reset',
          label: t('list.viewReset'),
          icon: <Icon name="undo" />,
          onClick: () => views.open(current),
        }
      : null,
    {
      key: 'saveAs',
      label: t('list.viewSaveAs'),
      icon: <Icon name="plus" />,
      onClick: () => act.edit('new'),
    },
    owned && {
      key: 'edit',
      label: t('list.viewEdit'),
      icon: <Icon name="edit" />,
      onClick: () => act.edit(owned),
    },
    owned && {
      key: 'delete',
      label: t('list.viewDelete'),
      icon: <Icon name="delete" />,
      danger: true,
      onClick: () => act.remove(owned),
    },
  ];
}
