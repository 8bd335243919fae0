import { Alert, Button } from 'antd';
import { useT } from '../../kit/i18n/index.ts';
import { draftsCells } from './drafts.ts';
import { type InlineEdit, MAX_ROWS } from './useInlineEdit.ts';

/** Shows the unsaved changes, with buttons to save or discard them. */
export function EditBar({ edit, onClose }: { edit: InlineEdit; onClose(): void }) {
  const t = useT();
  const cells = draftsCells(edit.drafts);
  const stale = [...edit.drafts.values()].filter(({ theirs }) => theirs).length;
  const rows = edit.drafts.size;
  const changes = t('list.editChanges', { count: cells });
  const several = rows > MAX_ROWS;
  return (
    <div className="wd-list-bar" role="toolbar" aria-label={t('list.editBar')}>
      <span role="status">
        {cells === 0
          ? t('list.editHint')
          : t('list.editCount', { changes, rows: t('list.editRows', { count: rows }) })}
      </span>
      {several && <Alert type="warning" showIcon title={t('list.editTooMany', { max: MAX_ROWS })} />}
      {edit.failure && <Alert type="error" showIcon role="alert" title={edit.failure} />}
      {stale > 0 && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={t('list.editStale', { count: stale })}
          action={
            <span className="wd-list-actions">
              <Button size="small" onClick={() => void edit.reload(true)}>
                {t('list.editKeep')}
              </Button>
              <Button size="small" type="text" onClick={() => void edit.reload(false)}>
                {t('list.editDrop')}
              </Button>
            </span>
          }
        />
      )}
      <span className="wd-list-actions">
        <Button disabled={cells === 0 || edit.busy} onClick={edit.discard}>
          {t('list.editDiscard')}
        </Button>
        <Button
          type="primary"
          disabled={cells === 0 || stale > 0 || several}
          loading={edit.busy}
          onClick={() => void edit.save()}
        >
          {t('list.editSave')}
        </Button>
        <Button type="text" onClick={onClose}>
          {t('list.editClose')}
        </Button>
      </span>
    </div>
  );
}
