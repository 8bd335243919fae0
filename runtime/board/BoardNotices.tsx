import { Alert, Button } from 'antd';
import type { DocumentProblem } from '../core/document/parse.ts';
import { moment_format } from '../core/format.ts';
import { useT } from '../i18n/index.ts';
import type { BoardState } from './boardStore.ts';
import { type BoardStore, useBoard } from './useBoardStore.ts';

const selectProblems = (state: BoardState) => state.problems;
const selectReadOnly = (state: BoardState) => state.readOnly;
const selectDraft = (state: BoardState) => state.draft;

const problem_after = (problem: DocumentProblem, readOnly: boolean) =>
  problem === 'newer'
    ? ('board.problem.safe' as const)
    : readOnly
      ? ('board.problem.readOnly' as const)
      : ('board.problem.safeUntilSave' as const);

/** What is to know about this board before one goes on: what could not be read, and unsaved work found again. */
export function BoardNotices({
  store,
  zone,
  mayEdit,
}: {
  store: BoardStore;
  zone: string;
  mayEdit: boolean;
}) {
  const t = useT();
  const problems = useBoard(store, selectProblems);
  const readOnly = useBoard(store, selectReadOnly);
  const draft = useBoard(store, selectDraft);
  const { restoreDraft, dropDraft } = store.getState();
  const [first] = problems;
  return (
    <>
      {first && (
        <Alert
          className="wd-board-notice"
          type="warning"
          showIcon
          title={t(`board.problem.${first}`)}
          description={t(problem_after(first, readOnly))}
        />
      )}
      {draft && mayEdit && (
        <Alert
          className="wd-board-notice"
          type="info"
          showIcon
          title={t('board.draftFound', { time: moment_format(draft.at, 'minute', zone) })}
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
