import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { notify } from '../../kit/api/notices.ts';
import { useT } from '../../kit/i18n/index.ts';
import { later } from '../../kit/overlay/later.tsx';
import { useDangerAsk } from '../../kit/overlay/useDangerAsk.ts';
import { useSession } from '../../kit/session/session.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { Views } from './useViews.ts';
import { viewItems } from './viewItems.tsx';
import type { SavedView } from './viewState.ts';

const ViewDialog = later(async () => ({ default: (await import('./ViewDialog.tsx')).ViewDialog }));

interface Props {
  views: Views;
  /** Shows the list without a view. */
  onReset(): void;
}

/** Shows the current view with a mark for changes, the other views, and their commands. */
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
      // The error was already shown.
      run: () => views.remove(view).catch(() => undefined),
    });
  const save = async (view: SavedView) => {
    await views.save(view).then(
      () => notify({ kind: 'success', text: { text: t('common.saved') } }),
      () => undefined,
    );
  };
  const items = viewItems(views, mayShare, t, {
    reset: onReset,
    save: (view) => void save(view),
    edit: setEditing,
    remove,
  });
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
