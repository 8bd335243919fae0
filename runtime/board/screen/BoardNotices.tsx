import { type AlertProps, Button } from 'antd';
import type { DocumentProblem } from '../../core/document/parse.ts';
import { EMPTY_VALUE, formatZoned } from '../../core/numbers/format.ts';
import { useT } from '../../kit/i18n/index.ts';
import { later } from '../../kit/overlay/later.tsx';
import type { SavedBoard } from '../document/boardFacts.ts';
import type { BoardState } from '../document/boardStore.ts';
import { type BoardStore, useBoard } from '../document/useBoardStore.ts';
import type { BoardMoment } from '../live/useBoardData.ts';
import { recordAt } from '../widget/period.ts';

const Notice = later<AlertProps>(() => import('./Notice.tsx'));

const selectSaved = (state: BoardState) => state.saved;
const selectProblems = (state: BoardState) => state.problems;
const selectReadOnly = (state: BoardState) => state.readOnly;
const selectDraft = (state: BoardState) => state.draft;

const problemAfter = (problem: DocumentProblem, readOnly: boolean) =>
  problem === 'newer'
    ? ('board.problem.safe' as const)
    : readOnly
      ? ('board.problem.readOnly' as const)
      : ('board.problem.safeUntilSave' as const);

/** Shows the version of the board in a saved record. */
function RecordVersion({ saved, moment }: { saved: SavedBoard; moment: BoardMoment }) {
  const t = useT();
  const recordedAt = recordAt(moment);
  const { version, updatedAt, updatedBy } = saved;
  if (recordedAt === null || updatedAt === null) return null;
  const stood = Date.parse(updatedAt) <= Date.parse(recordedAt);
  return (
    <Notice
      type={stood ? 'info' : 'warning'}
      title={t(stood ? 'look.recordVersion' : 'look.recordPresent', {
        version,
        time: formatZoned(updatedAt, 'minute', moment.zone),
        name: updatedBy ?? EMPTY_VALUE,
      })}
    />
  );
}

interface Props {
  store: BoardStore;
  moment: BoardMoment;
  mayEdit: boolean;
}

/** Shows notices about this board: unreadable parts, the displayed version, and restorable unsaved work. */
export function BoardNotices({ store, moment, mayEdit }: Props) {
  const t = useT();
  const saved = useBoard(store, selectSaved);
  const problems = useBoard(store, selectProblems);
  const readOnly = useBoard(store, selectReadOnly);
  const draft = useBoard(store, selectDraft);
  const { restoreDraft, dropDraft } = store.getState();
  const [first] = problems;
  return (
    <>
      {first && (
        <Notice
          type="warning"
          title={t(`board.problem.${first}`)}
          description={t(problemAfter(first, readOnly))}
        />
      )}
      <RecordVersion saved={saved} moment={moment} />
      {draft && mayEdit && (
        <Notice
          type="info"
          title={t('board.draftFound', { time: formatZoned(draft.at, 'minute', moment.zone) })}
          action={
            <span className="wd-board-notice-actions">
              <Button size="small" onClick={dropDraft}>
                {t('board.draftDrop')}
              </Button>
              <Button size="small" type="primary" onClick={restoreDraft}>
                {t('board.draftRestore')}
              </Button>
            </span>
          }
        />
      )}
    </>
  );
}
