import '../../../runtime/core/definitions/allEntities.ts';
import { Link } from 'react-router';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { labelOfRecord } from '../../../runtime/form/values/recordName.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { TimeAgo } from '../../../runtime/kit/parts/TimeAgo.tsx';
import { useTaskCounts } from '../../../runtime/kit/session/counts.ts';
import { useApprovalTasks } from '../../../runtime/record/approval/approvalCalls.ts';
import { useMyAlarmTasks } from '../../backlog/parts/useMyAlarmTasks.ts';
import { markNotices, useNotices } from '../../message/parts/useNotices.ts';
import texts from '../texts.json';
import { Bones, Calm, Card } from './Card.tsx';

const APPLY = '/main/apply';
const ALARM_TASKS = '/main/ems/events/record';
const MESSAGES = '/main/message';
const SHOWN = 4;

function Approvals({ count }: { count: number }) {
  const t = useT(texts);
  const { data } = useApprovalTasks('pending', { current: 1, size: SHOWN });
  return (
    <Card icon="stamp" title={t('start.approvals')} count={count} to={APPLY}>
      <ul className="wd-start-lines">
        {data?.records.map(({ id, recordLabel, initiator, submittedAt }) => (
          <li key={id}>
            <Link to={`${APPLY}?request=${id}`}>{recordLabel}</Link>
            <small>
              {initiator.name} · <TimeAgo at={submittedAt} />
            </small>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function AlarmTasks({ count }: { count: number }) {
  const t = useT(texts);
  const tasks = useMyAlarmTasks(SHOWN);
  const entity = entityOf('alarmTask');
  return (
    <Card icon="task" title={t('start.alarmTasks')} count={count} to={ALARM_TASKS}>
      <ul className="wd-start-lines">
        {tasks.map((task) => (
          <li key={task.id}>
            <Link to={`${ALARM_TASKS}/${task.id}`}>{labelOfRecord(entity, task)}</Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Messages({ count }: { count: number }) {
  const t = useT(texts);
  const text = useText();
  const { data } = useNotices({ unread: true, current: 1, size: SHOWN });
  return (
    <Card icon="message" title={t('start.messages')} count={count} to={MESSAGES}>
      <ul className="wd-start-lines">
        {data?.records.map(({ id, text: taskText, link, createdAt }) => (
          <li key={id}>
            <Link to={link ?? MESSAGES} onClick={() => void markNotices(true, [id])}>
              {text(taskText)}
            </Link>
            <small>
              <TimeAgo at={createdAt} />
            </small>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Shows the user's pending decisions, tasks and messages. */
export function Waiting() {
  const t = useT(texts);
  const counts = useTaskCounts();
  if (!counts) return <Bones />;
  const { approvals, rejected, alarmTasks, unread } = counts;
  if (approvals + rejected + alarmTasks + unread === 0)
    return (
      <Card icon="task" title={t('start.waiting')}>
        <Calm>{t('start.nothing')}</Calm>
      </Card>
    );
  return (
    <>
      {approvals > 0 && <Approvals count={approvals} />}
      {rejected > 0 && (
        <Card icon="error" title={t('start.rejected')} count={rejected} to={`${APPLY}?view=initiated`} />
      )}
      {alarmTasks > 0 && <AlarmTasks count={alarmTasks} />}
      {unread > 0 && <Messages count={unread} />}
    </>
  );
}
