import { Button, Modal, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { ApiError, call } from '../../kit/api/client.ts';
import { notify } from '../../kit/api/notices.ts';
import { useT } from '../../kit/i18n/index.ts';
import { LoadFailed } from '../../kit/states/LoadFailed.tsx';
import { SIZE } from '../../kit/theme/tokens.ts';
import { isDirty } from '../document/boardFacts.ts';
import { boardQueryOf } from '../document/boardServer.ts';
import { useBoard } from '../document/useBoardStore.ts';
import { useBoardSession } from '../session/boardSession.ts';
import { Comparison } from './Comparison.tsx';
import { useVersion, useVersions } from './useVersions.ts';
import { VersionList } from './VersionList.tsx';
import './versions.css';

const CONFLICT = 409;

/** Every save of this board: what it changed, how it differs from now, and the way back to it. */
export function VersionsDialog({ onClose }: { onClose(): void }) {
  const t = useT();
  const session = useBoardSession();
  const { store, station, boardId } = session;
  const current = useBoard(store, (state) => state.saved.version);
  // Also where the board itself can't be read: this is the way out.
  const mayEdit = useBoard(store, (state) => state.saved.mayEdit);
  const dirty = useBoard(store, isDirty);
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage } = useVersions(session, current);
  const [picked, setPicked] = useState<number | null>(null);
  const [against, setAgainst] = useState<'previous' | 'current'>('previous');
  const [busy, setBusy] = useState(false);

  const versions = data?.pages.flatMap(({ records }) => records) ?? [];
  const chosen = picked ?? versions[0]?.version ?? null;
  const isCurrent = chosen === current;
  const previous = against === 'previous' || isCurrent;
  const other = chosen === null ? null : previous ? chosen - 1 : current;
  const own = useVersion(session, chosen);
  const reference = useVersion(session, other);
  // Forward in time: to what the board became, or from now to what it would become again.
  const pair = own.data && reference.data ? { before: reference.data, after: own.data } : null;

  async function restore(version: number): Promise<void> {
    setBusy(true);
    try {
      const body = { stationSn: station.sn, ...boardQueryOf(boardId), version, current };
      await call('kanbanRestore', { body }, { quiet: true });
      store.getState().discard();
      await store.getState().load();
      notify({ kind: 'success', text: { text: t('versions.restored', { version }) } });
      onClose();
    } catch (error) {
      const stale = error instanceof ApiError && error.status === CONFLICT;
      notify({ kind: 'warning', text: { text: t(stale ? 'versions.stale' : 'versions.restoreFailed') } });
      if (stale && !dirty) await store.getState().load();
    } finally {
      setBusy(false);
    }
  }

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
        mayEdit && chosen !== null && (
          <Button
            key="restore"
            type="primary"
            loading={busy}
            disabled={isCurrent || dirty || !own.data}
            title={dirty ? t('versions.dirty') : undefined}
            onClick={() => void restore(chosen)}
          >
            {t('versions.restore', { version: chosen })}
          </Button>
        ),
      ]}
    >
      {isError && <LoadFailed title={t('versions.failed')} onRetry={() => void refetch()} />}
      {isPending && <Skeleton active />}
      {data && versions.length === 0 && <p className="wd-change-none">{t('versions.none')}</p>}
      {chosen !== null && (
        <div className="wd-versions">
          <VersionList
            versions={versions}
            current={current}
            chosen={chosen}
            onChoose={setPicked}
            more={hasNextPage ? () => void fetchNextPage() : undefined}
          />
          <section className="wd-versions-compare" aria-live="polite">
            {!isCurrent && (
              <Segmented
                aria-label={t('versions.against')}
                value={against}
                onChange={setAgainst}
                options={[
                  { value: 'previous', label: t('versions.againstPrevious') },
                  { value: 'current', label: t('versions.againstCurrent') },
                ]}
              />
            )}
            {own.isError || reference.isError ? (
              <LoadFailed
                title={t('versions.failed')}
                onRetry={() => void Promise.all([own.refetch(), reference.refetch()])}
              />
            ) : pair ? (
              <Comparison key={`${chosen} ${other}`} {...pair} />
            ) : own.data === null || reference.data === null ? (
              <p className="wd-change-none">{t('versions.gone')}</p>
            ) : (
              <Skeleton active />
            )}
          </section>
        </div>
      )}
    </Modal>
  );
}
