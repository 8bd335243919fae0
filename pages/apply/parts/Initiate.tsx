import { Button, Dropdown, Modal } from 'antd';
import { useState } from 'react';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import { submitRecord } from '../../../runtime/record/approval/submit.ts';
import type { ListRecord } from '../../../runtime/record/calls/useRecords.ts';
import { RecordDialog } from '../../../runtime/record/dialog/RecordDialog.tsx';
import texts from '../texts.json';

interface Props {
  /** The kinds of request that the user may submit. */
  entities: readonly Entity[];
  onSubmitted(request: number): void;
}

/** Starts a request: choose its kind, fill in its form, then optionally submit it at once. */
export function Initiate({ entities, onSubmitted }: Props) {
  const t = useT(texts);
  const text = useText();
  const [creating, setCreating] = useState<Entity | null>(null);
  const [made, setMade] = useState<{ entity: Entity; record: ListRecord } | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(): Promise<void> {
    if (!made) return;
    setBusy(true);
    const request = await submitRecord(made.entity.name, made.record, t('approval.submitted'));
    setBusy(false);
    setMade(null);
    if (request !== null) onSubmitted(request);
  }

  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items:
            entities.length > 0
              ? entities.map((entity) => ({
                  key: entity.name,
                  label: text(entity.title),
                  icon: <Icon name="stamp" />,
                  onClick: () => setCreating(entity),
                }))
              : [{ key: 'none', label: t('apply.nothingToInitiate'), disabled: true }],
        }}
      >
        <Button type="primary" icon={<Icon name="plus" />}>
          {t('apply.initiate')}
        </Button>
      </Dropdown>
      {creating && (
        <RecordDialog
          entity={creating}
          record={null}
          onClose={() => setCreating(null)}
          onSaved={(record) => setMade({ entity: creating, record })}
        />
      )}
      {made && (
        <Modal
          open
          title={t('approval.submitNow')}
          okText={t('approval.submit')}
          okButtonProps={{ loading: busy }}
          cancelText={t('approval.keepDraft')}
          onOk={() => void submit()}
          onCancel={() => setMade(null)}
        >
          <p>{t('approval.submitNowText')}</p>
        </Modal>
      )}
    </>
  );
}
