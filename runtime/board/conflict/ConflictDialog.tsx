import { Alert, Button, Modal, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { MAX_WIDGETS, parseDocument } from '../../core/document/parse.ts';
import { formatZoned } from '../../core/numbers/format.ts';
import { useT } from '../../kit/i18n/index.ts';
import { LoadFailed } from '../../kit/states/LoadFailed.tsx';
import { SIZE } from '../../kit/theme/tokens.ts';
import { editedVersion, type SavedBoard } from '../document/boardFacts.ts';
import { useBoard } from '../document/useBoardStore.ts';
import { useBoardSession } from '../session/boardSession.ts';
import { useVersion } from '../versions/useVersions.ts';
import { DropButton } from './DropButton.tsx';
import { JoinedBoards } from './JoinedBoards.tsx';
import { type Choices, joinBoards } from './mergeBoards.ts';

/** Shows that another user saved this board: it lists their changes, merges both, and asks the user about conflicts. */
export function ConflictDialog({ theirs: saved }: { theirs: SavedBoard }) {
  const t = useT();
  const session = useBoardSession();
  const { store, moment, actions } = session;
  const version = useBoard(store, editedVersion);
  const mine = useBoard(store, (state) => state.history.document);
  const saving = useBoard(store, (state) => state.saving);
  const { keepEditing, takeTheirs } = store.getState();
  const { data: base, isError, refetch } = useVersion(session, version);
  const [choices, setChoices] = useState<Choices>({});

  const who = saved.updatedBy ?? t('board.conflictSomebody');
  const when = formatZoned(saved.updatedAt, 'second', moment.zone);
  const theirs = useMemo(() => parseDocument(saved.document), [saved.document]);
  const joined = useMemo(
    () => (base === undefined ? null : joinBoards(base, mine, theirs.document, choices)),
    [base, mine, theirs, choices],
  );
  const maySave = joined?.isAnswered && !joined.isTooMany && !theirs.readOnly;
  return (
    <Modal
      open
      className="wd-conflict"
      title={t('board.conflictTitle')}
      width={SIZE.form + SIZE.sider / 2}
      mask={{ closable: false }}
      onCancel={keepEditing}
      footer={[
        <DropButton key="drop" onDrop={takeTheirs} />,
        <Button key="back" onClick={keepEditing}>
          {t('board.conflictBack')}
        </Button>,
        <Button
          key="save"
          type="primary"
          loading={saving}
          disabled={!maySave}
          onClick={() => joined && void actions.save(joined.document)}
        >
          {t('conflict.save', { version: saved.version + 1 })}
        </Button>,
      ]}
    >
      <p>{t('board.conflictText', { who, when, version: saved.version })}</p>
      {saved.note && <p className="wd-version-note">{t('conflict.note', { note: saved.note })}</p>}
      {isError && <LoadFailed title={t('versions.failed')} onRetry={() => void refetch()} />}
      {!joined && !isError && <Skeleton active />}
      {joined?.isTooMany && <Alert type="warning" showIcon title={t('board.full', { max: MAX_WIDGETS })} />}
      {theirs.readOnly && <Alert type="warning" showIcon title={t(`board.problem.${theirs.problems[0]!}`)} />}
      {joined && (
        <JoinedBoards {...{ joined, mine, who, choices }} theirs={theirs.document} onChoices={setChoices} />
      )}
    </Modal>
  );
}
