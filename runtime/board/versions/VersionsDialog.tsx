import { Button, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { useT } from '../../kit/i18n/index.ts';
import { LoadFailed } from '../../kit/states/LoadFailed.tsx';
import { SIZE } from '../../kit/theme/tokens.ts';
import { isDirty } from '../document/boardFacts.ts';
import { useBoard } from '../document/useBoardStore.ts';
import { useBoardSession } from '../session/boardSession.ts';
import { type Against, type Compared, comparedVersions } from './compared.ts';
import { useRestore } from './useRestore.ts';
import { useVersion, useVersions } from './useVersions.ts';
import { VersionList } from './VersionList.tsx';
import { VersionsCompared } from './VersionsCompared.tsx';
import './versions.css';

/** Lists every saved version of this board with its changes, a comparison, and a button to restore it. */
export function VersionsDialog({ onClose }: { onClose(): void }) {
  const t = useT();
  const session = useBoardSession();
  const current = useBoard(session.store, (state) => state.saved.version);
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage } = useVersions(session, current);
  const [picked, setPicked] = useState<number | null>(null);
  const [against, setAgainst] = useState<Against>('previous');
  const versions = data?.pages.flatMap(({ records }) => records) ?? [];
  const compared = comparedVersions(versions, picked, current, against);
  return (
    <Modal
      open
      title={t('versions.title')}
      width={SIZE.form * 1.7}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {t('common.close')}
        </Button>,
        <RestoreButton key="restore" {...compared} onDone={onClose} />,
      ]}
    >
      {isError && <LoadFailed title={t('versions.failed')} onRetry={() => void refetch()} />}
      {isPending && <Skeleton active />}
      {data && versions.length === 0 && <p className="wd-change-none">{t('versions.none')}</p>}
      {compared.chosen !== null && (
        <div className="wd-versions">
          <VersionList
            versions={versions}
            current={current}
            chosen={compared.chosen}
            onChoose={setPicked}
            more={hasNextPage ? () => void fetchNextPage() : undefined}
          />
          <VersionsCompared compared={compared} against={against} onAgainst={setAgainst} />
        </div>
      )}
    </Modal>
  );
}

function RestoreButton({ chosen, isCurrent, onDone }: Compared & { onDone(): void }) {
  const t = useT();
  const session = useBoardSession();
  const { store } = session;
  const current = useBoard(store, (state) => state.saved.version);
  // The permission does not depend on the document, so an unreadable board can be restored too.
  const mayEdit = useBoard(store, (state) => state.saved.mayEdit);
  const dirty = useBoard(store, isDirty);
  const { data: document } = useVersion(session, chosen);
  const { restore, busy } = useRestore(onDone);
  if (!mayEdit || chosen === null) return null;
  return (
    <Button
      type="primary"
      loading={busy}
      disabled={isCurrent || dirty || !document}
      title={dirty ? t('versions.dirty') : undefined}
      onClick={() => void restore(chosen, current)}
    >
      {t('versions.restore', { version: chosen })}
    </Button>
  );
}
