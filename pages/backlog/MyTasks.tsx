import '../../runtime/core/definitions/allEntities.ts';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { entityOf } from '../../runtime/core/definitions/entities.ts';
import { pageRegistry } from '../../runtime/core/definitions/pages.ts';
import { formatZoned } from '../../runtime/core/numbers/format.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { useApprovalTasks } from '../../runtime/record/approval/approvalCalls.ts';
import '../../runtime/list/screen/list.css';
import '../../runtime/kit/states/listStates.css';
import { ShownValue } from '../../runtime/form/shown/ShownValue.tsx';
import { labelOfRecord } from '../../runtime/form/values/recordName.ts';
import { TimeAgo } from '../../runtime/kit/parts/TimeAgo.tsx';
import { useTaskCounts } from '../../runtime/kit/session/counts.ts';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import { usePhone } from '../../runtime/kit/theme/useMedia.ts';
import './backlog.css';
import { useMyAlarmTasks } from './parts/useMyAlarmTasks.ts';
import texts from './texts.json';

const APPLY = '/main/apply';
const MESSAGES = '/main/message';
const SHOWN = 5;
const EMPTY_SIGN = 32;

/** Shows a due time, and marks an overdue one. */
function Due({ at }: { at: unknown }) {
  const t = useT(texts);
  if (typeof at !== 'string') return <span>{t('backlog.noDue')}</span>;
  const late = Date.parse(at) < Date.now();
  return (
    <span data-late={late || undefined}>
      {t(late ? 'backlog.late' : 'backlog.due', { time: formatZoned(at) })}
    </span>
  );
}

interface SectionProps {
  icon: string;
  title: string;
  count: number;
  /** The address of the page that lists all entries. */
  to: string;
  children?: ReactNode;
}

function Section({ icon, title, count, to, children }: SectionProps) {
  const t = useT(texts);
  return (
    <section className="wd-card wd-backlog-section">
      <header>
        <Icon name={icon} />
        <h2>{title}</h2>
        <strong className="wd-figures">{count}</strong>
        <Link to={to} aria-label={`${t('backlog.all')}: ${title}`}>
          {t('backlog.all')}
        </Link>
      </header>
      {children}
    </section>
  );
}

/** R018: shows all pending items of the user, with links. */
export default function MyTasks() {
  const t = useT(texts);
  const phone = usePhone();
  const counts = useTaskCounts();
  const approvals = useApprovalTasks('pending', { current: 1, size: SHOWN });
  const alarmTasks = useMyAlarmTasks(SHOWN);
  const alarmTask = entityOf('alarmTask');
  const taskFields = alarmTask.schema.properties ?? {};
  const alarmPage = pageRegistry.all().find(({ kind, entity }) => kind === 'list' && entity === 'alarmTask');

  const total = counts
    ? counts.approvals + counts.decisions + counts.rejected + counts.alarmTasks + counts.unread
    : null;
  return (
    <section className="wd-list wd-backlog" data-layout={phone ? 'phone' : 'desk'} aria-busy={!counts}>
      {total === null && <Skeleton active paragraph={{ rows: SHOWN }} />}
      {total === 0 && (
        <div className="wd-list-state wd-card">
          <Icon name="check" size={EMPTY_SIGN} />
          <h2>{t('backlog.nothing')}</h2>
          <p>{t('backlog.nothingText')}</p>
        </div>
      )}
      {counts && counts.approvals > 0 && (
        <Section icon="stamp" title={t('backlog.approvals')} count={counts.approvals} to={APPLY}>
          <ul>
            {approvals.data?.records.map((task) => (
              <li key={task.id}>
                <Link to={`${APPLY}?request=${task.id}`}>{task.recordLabel}</Link>
                <span>{task.initiator.name}</span>
                {task.startedAt && <TimeAgo at={task.startedAt} />}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {counts && counts.decisions > 0 && (
        <Section icon="stamp" title={t('backlog.decisions')} count={counts.decisions} to={APPLY} />
      )}
      {counts && counts.rejected > 0 && (
        <Section
          icon="error"
          title={t('backlog.rejected')}
          count={counts.rejected}
          to={`${APPLY}?view=initiated`}
        />
      )}
      {counts && counts.alarmTasks > 0 && (
        <Section
          icon="alarm"
          title={t('backlog.alarmTasks')}
          count={counts.alarmTasks}
          to={alarmPage?.route ?? APPLY}
        >
          <ul>
            {alarmTasks.map((task) => (
              <li key={task.id}>
                {alarmPage ? (
                  <Link to={`${alarmPage.route}/${task.id}`}>{labelOfRecord(alarmTask, task)}</Link>
                ) : (
                  labelOfRecord(alarmTask, task)
                )}
                <ShownValue field={taskFields.stationSn ?? {}} value={task.stationSn} />
                <ShownValue field={taskFields.level ?? {}} value={task.level} />
                <Due at={task.dueTime} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {counts && counts.unread > 0 && (
        <Section icon="message" title={t('backlog.unread')} count={counts.unread} to={MESSAGES} />
      )}
    </section>
  );
}
