import { Alert, Button, Modal, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { emptyDocument, MAX_WIDGETS, parseDocument } from '../../core/document/parse.ts';
import { formatMoment } from '../../core/format.ts';
import { useT } from '../../kit/i18n/index.ts';
import { SideButtons } from '../../kit/overlay/SideButtons.tsx';
import { LoadFailed } from '../../kit/states/LoadFailed.tsx';
import { SIZE } from '../../kit/theme/tokens.ts';
import { editedVersion, type SavedBoard } from '../document/boardFacts.ts';
import { useBoard } from '../document/useBoardStore.ts';
import { useBoardSession } from '../session/boardSession.ts';
import { ChangeList } from '../versions/ChangeList.tsx';
import { difference } from '../versions/difference.ts';
import { useVersion } from '../versions/useVersions.ts';
import { ContestCard } from './ContestCard.tsx';
import type { Side } from './lists.ts';
import { mergeDocuments } from './merge.ts';

type Choices = Readonly<Record<string, Side>>;

/** Somebody else saved this board meanwhile: shows what they did, joins both, and asks where both did the same. */
export function ConflictDialog({ theirs: saved }: { theirs: SavedBoard }) {
  const t = useT();
  const session = useBoardSession();
  const { store, moment, actions } = session;
  const version = useBoard(store, editedVersion);
  const mine = useBoard(store, (state) => state.history.document);
  const saving = useBoard(store, (state) => state.saving);
  const { keepEditing, takeTheirs } = store.getState();
  const start = useVersion(session, version);
  const [choices, setChoices] = useState<Choices>({});
  const [open, setOpen] = useState<string | null>(null);
  const [askDrop, setAskDrop] = useState(false);

  const who = saved.updatedBy ?? t('board.conflictSomebody');
  const when = formatMoment(saved.updatedAt, 'second', moment.zone);
  const theirs = useMemo(() => parseDocument(saved.document), [saved.document]);
  const joined = useMemo(() => {
    if (start.data === undefined) return null;
    // What both began with is no longer kept: then everything that differs is asked about.
    const base = start.data ?? emptyDocument();
    const merged = mergeDocuments(base, mine, theirs.document, choices);
    return { ...merged, their: difference(base, theirs.document), own: difference(base, mine) };
  }, [start.data, mine, theirs, choices]);
  const unanswered = joined?.contests.filter(({ id }) => !choices[id]).length ?? 0;
  const tooMany = (joined?.document.widgets.length ?? 0) > MAX_WIDGETS;
  const all = (side: Side) =>
    setChoices(Object.fromEntries((joined?.contests ?? []).map(({ id }) => [id, side])));
  const save = () => joined && void actions.save(joined.document);

  return (
    <Modal
      open
      className="wd-conflict"
      title={t('board.conflictTitle')}
      width={SIZE.form + SIZE.sider / 2}
      mask={{ closable: false }}
      onCancel={keepEditing}
      footer={[
        <Button
          key="drop"
          type={askDrop ? 'primary' : 'text'}
          danger
          onClick={askDrop ? takeTheirs : () => setAskDrop(true)}
        >
          {t(askDrop ? 'conflict.dropSure' : 'board.conflictReload')}
        </Button>,
        <Button key="back" onClick={keepEditing}>
          {t('board.conflictBack')}
        </Button>,
        <Button
          key="save"
          type="primary"
          loading={saving}
          disabled={!joined || unanswered > 0 || tooMany || theirs.readOnly}
          onClick={save}
        >
          {t('conflict.save', { version: saved.version + 1 })}
        </Button>,
      ]}
    >
      <p>{t('board.conflictText', { who, when, version: saved.version })}</p>
      {saved.note && <p className="wd-version-note">{t('conflict.note', { note: saved.note })}</p>}
      {start.isError && <LoadFailed title={t('versions.failed')} onRetry={() => void start.refetch()} />}
      {!joined && !start.isError && <Skeleton active />}
      {tooMany && <Alert type="warning" showIcon title={t('board.full', { max: MAX_WIDGETS })} />}
      {theirs.readOnly && <Alert type="warning" showIcon title={t(`board.problem.${theirs.problems[0]!}`)} />}
      {joined && (
        <>
          <h3>{t('conflict.their', { who })}</h3>
          <ChangeList difference={joined.their} open={open} onOpen={setOpen} />
          {joined.contests.length > 0 ? (
            <>
              <h3>{t('conflict.both', { count: joined.contests.length })}</h3>
              {joined.contests.length > 1 && <SideButtons onTake={all} />}
              {joined.contests.map((contest) => (
                <ContestCard
                  key={contest.id}
                  contest={contest}
                  mine={mine}
                  theirs={theirs.document}
                  who={who}
                  chosen={choices[contest.id]}
                  onChoose={(side) => setChoices((before) => ({ ...before, [contest.id]: side }))}
                />
              ))}
            </>
          ) : (
            <Alert type="success" showIcon title={t('conflict.none')} />
          )}
          <h3>{t('conflict.own')}</h3>
          <ChangeList difference={joined.own} open={open} onOpen={setOpen} />
        </>
      )}
    </Modal>
  );
}
