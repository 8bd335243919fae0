import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { ShownValue } from '../../../runtime/form/shown/ShownValue.tsx';
import { useLang, useT, useText } from '../../../runtime/kit/i18n/index.ts';
import type { ApprovalTask } from '../../../runtime/record/approval/approvalCalls.ts';
import '../../../runtime/list/cards/cards.css';
import '../../../runtime/list/table/table.css';
import { TimeAgo } from '../../../runtime/kit/parts/TimeAgo.tsx';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import texts from '../texts.json';

interface Props {
  tasks: readonly ApprovalTask[];
  onOpen(id: number): void;
}

const STATE = { type: 'string' as const, 'x-dictionary': 'approvalState' };
const SIGN = 16;

function TypeName({ entity }: { entity: string }) {
  const text = useText();
  const title = entityRegistry.get(entity)?.title;
  return <>{title ? text(title) : entity}</>;
}

/** The step that is waited for, by whom, and whether its time is over. */
function Waiting({ task }: { task: ApprovalTask }) {
  const t = useT(texts);
  const text = useText();
  const lang = useLang();
  if (!task.step) return task.endedAt ? <TimeAgo at={task.endedAt} /> : null;
  const names = task.waitingFor.map(({ name }) => name).join(lang === 'zh' ? '、' : ', ');
  const late = task.dueAt !== null && Date.parse(task.dueAt) < Date.now();
  return (
    <span className="wd-apply-step">
      <span>{text(task.step)}</span>
      <small>
        {names}
        {late && (
          <span className="wd-timeline-overdue">
            <Icon name="warning" size={SIGN} /> {t('approval.overdue')}
          </span>
        )}
      </small>
    </span>
  );
}

export function TaskTable({ tasks, onOpen }: Props) {
  const t = useT(texts);
  return (
    <div className="wd-table-frame wd-card">
      <table className="wd-table">
        <thead>
          <tr>
            <th scope="col">{t('apply.subject')}</th>
            <th scope="col">{t('apply.type')}</th>
            <th scope="col">{t('apply.initiator')}</th>
            <th scope="col">{t('apply.submittedAt')}</th>
            <th scope="col">{t('apply.state')}</th>
            <th scope="col">{t('apply.step')}</th>
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <tr key={task.id}>
              <td>
                <button type="button" className="wd-list-link" onClick={() => onOpen(task.id)}>
                  {task.recordLabel}
                </button>
              </td>
              <td>
                <TypeName entity={task.entity} />
              </td>
              <td>{task.initiator.name}</td>
              <td>
                <TimeAgo at={task.submittedAt} />
              </td>
              <td>
                <ShownValue field={STATE} value={task.state} />
              </td>
              <td>
                <Waiting task={task} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The same on a phone: one card a request. */
export function TaskCards({ tasks, onOpen }: Props) {
  return (
    <ul className="wd-list-cards">
      {tasks.map((task) => (
        <li key={task.id} className="wd-list-card wd-card">
          <div className="wd-list-card-head">
            <button type="button" className="wd-list-link" onClick={() => onOpen(task.id)}>
              {task.recordLabel}
            </button>
            <ShownValue field={STATE} value={task.state} />
          </div>
          <p className="wd-apply-facts">
            <span>
              <TypeName entity={task.entity} />
            </span>
            <span>{task.initiator.name}</span>
            <TimeAgo at={task.submittedAt} />
          </p>
          <Waiting task={task} />
        </li>
      ))}
    </ul>
  );
}
