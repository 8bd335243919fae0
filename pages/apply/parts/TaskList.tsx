import { languageOf } from '../../../runtime/core/text/lang.ts';
import '../../../runtime/core/definitions/allEntities.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { ShownValue } from '../../../runtime/form/shown/ShownValue.tsx';
import { useLang, useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { TimeAgo } from '../../../runtime/kit/parts/TimeAgo.tsx';
import type { Column } from '../../../runtime/kit/table/column.ts';
import { orderOf } from '../../../runtime/kit/table/order.ts';
import { RowsTable } from '../../../runtime/kit/table/RowsTable.tsx';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import {
  type ApprovalTask,
  TASK_SORTED,
  type TaskSort,
} from '../../../runtime/record/approval/approvalCalls.ts';
import texts from '../texts.json';

interface Props {
  tasks: readonly ApprovalTask[];
  onOpen(id: number): void;
  sort: TaskSort | null;
  onSort(sort: TaskSort | null): void;
}

const STATE = { type: 'string' as const, 'x-dictionary': 'approvalState' };
const SIGN = 16;
/** Minimum width in px of the column with the record's number. */
const SUBJECT_WIDTH = 176;

function TypeName({ entity }: { entity: string }) {
  const text = useText();
  const title = entityRegistry.get(entity)?.title;
  return <>{title ? text(title) : entity}</>;
}

/** Shows the pending step, its approvers, and whether it is overdue. */
function Waiting({ task }: { task: ApprovalTask }) {
  const t = useT(texts);
  const text = useText();
  const lang = useLang();
  if (!task.step) return task.endedAt ? <TimeAgo at={task.endedAt} /> : null;
  const names = task.waitingFor.map(({ name }) => name).join(languageOf(lang).comma);
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

/** Shows the requests of one view, paged by the server. */
export function TaskTable({ tasks, onOpen, sort, onSort }: Props) {
  const t = useT(texts);
  const columns: Column<ApprovalTask>[] = [
    {
      id: 'subject',
      title: t('apply.subject'),
      width: SUBJECT_WIDTH,
      cell: ({ id, recordLabel }) => (
        <button type="button" className="wd-list-link" onClick={() => onOpen(id)}>
          {recordLabel}
        </button>
      ),
    },
    { id: 'type', title: t('apply.type'), cell: ({ entity }) => <TypeName entity={entity} /> },
    { id: 'initiator', title: t('apply.initiator'), cell: ({ initiator }) => initiator.name },
    {
      id: 'submittedAt',
      title: t('apply.submittedAt'),
      cell: ({ submittedAt }) => <TimeAgo at={submittedAt} />,
    },
    { id: 'state', title: t('apply.state'), cell: ({ state }) => <ShownValue field={STATE} value={state} /> },
    { id: 'step', title: t('apply.step'), cell: (task) => <Waiting task={task} /> },
  ];
  return (
    <RowsTable
      card
      label={t('apply.requests')}
      rows={tasks}
      columns={columns}
      order={orderOf(TASK_SORTED, sort, onSort)}
      rowKey={({ id }) => id}
    />
  );
}
