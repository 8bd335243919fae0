import { useT } from '../../kit/i18n/index.ts';
import './badge.css';
import { type TaskCounts, useTaskCounts } from '../../kit/session/counts.ts';

const COUNTED: Readonly<Record<string, (counts: TaskCounts) => number>> = {
  Messages: ({ unread }) => unread,
  Approvals: ({ approvals, decisions }) => approvals + decisions,
  MyTasks: ({ approvals, decisions, rejected, alarmTasks }) => approvals + decisions + rejected + alarmTasks,
};
const MOST = 99;

/** Shows a page's number of pending items beside its menu link. */
export function NavBadge({ page }: { page: string }) {
  return page in COUNTED ? <Counted page={page} /> : null;
}

function Counted({ page }: { page: string }) {
  const t = useT();
  const counts = useTaskCounts();
  const count = (counts && COUNTED[page]?.(counts)) ?? 0;
  if (count === 0) return null;
  return (
    <span className="wd-nav-badge wd-figures">
      <span aria-hidden="true">{count > MOST ? `${MOST}+` : count}</span>
      <span className="wd-hidden">{t('message.count', { count })}</span>
    </span>
  );
}
