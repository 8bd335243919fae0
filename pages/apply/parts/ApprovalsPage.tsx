import '../../../runtime/core/definitions/allEntities.ts';
import { Segmented, Select, Skeleton } from 'antd';
import { Link } from 'react-router';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { pageRegistry } from '../../../runtime/core/definitions/pages.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import {
  type ApprovalView,
  useApprovalTasks,
  VIEWS,
} from '../../../runtime/record/approval/approvalCalls.ts';
import '../../../runtime/list/screen/list.css';
import { useTaskCounts } from '../../../runtime/kit/session/counts.ts';
import { useSession } from '../../../runtime/kit/session/session.ts';
import { ListFailed } from '../../../runtime/kit/states/ListStates.tsx';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import { usePhone } from '../../../runtime/kit/theme/useMedia.ts';
import { ListPager } from '../../../runtime/list/screen/ListPager.tsx';
import '../apply.css';
import texts from '../texts.json';
import { Decisions } from './Decisions.tsx';
import { Initiate } from './Initiate.tsx';
import { RequestDrawer } from './RequestDrawer.tsx';
import { TaskTable } from './TaskList.tsx';
import { useApplyState } from './useApplyState.ts';

const EMPTY_SIGN = 32;
const BONES = 6;

/** R019: shows the user's pending and past decisions, own requests, and received copies (V115, decision 57). */
export function ApprovalsPage() {
  const t = useT(texts);
  const phone = usePhone();
  const [state, change] = useApplyState();
  const { view, type, sort, current, size, request } = state;
  const { data, isPending, isError, isPlaceholderData, refetch } = useApprovalTasks(view, {
    ...(type === null ? {} : { entity: type }),
    ...(sort === null ? {} : { sort }),
    current,
    size,
  });
  const tasks = data?.records ?? [];
  const open = (id: number) => change({ request: id });
  const decisions = useTaskCounts()?.decisions ?? 0;
  const isDeciding = view === 'pending' && type === null && decisions > 0;

  return (
    <section
      className="wd-list"
      data-layout={phone ? 'phone' : 'desk'}
      aria-label={t('approval.title')}
      aria-busy={isPending || isPlaceholderData}
    >
      <Tools state={state} onChange={change} />
      {isError && !data && <ListFailed title={t('apply.requests')} onRetry={() => void refetch()} />}
      {isPending && <Skeleton active title={false} paragraph={{ rows: BONES }} />}
      {data && tasks.length === 0 && !isDeciding && (
        <div className="wd-list-state wd-card">
          <Icon name="stamp" size={EMPTY_SIGN} />
          <h2>{t(`apply.none.${view}`)}</h2>
          <p>{t('apply.noneText')}</p>
        </div>
      )}
      {tasks.length > 0 && (
        <TaskTable {...{ tasks, sort }} onOpen={open} onSort={(next) => change({ sort: next, current: 1 })} />
      )}
      {data && data.total > 0 && (
        <ListPager
          total={data.total}
          current={current}
          size={size}
          onChange={(part) =>
            change({ current: part.current ?? 1, ...(part.size === undefined ? {} : { size: part.size }) })
          }
        />
      )}
      {isDeciding && <Decisions />}
      {request !== null && <RequestDrawer id={request} onClose={() => change({ request: null })} />}
    </section>
  );
}

type ApplyState = ReturnType<typeof useApplyState>[0];

/** Lets the user choose the displayed requests, and start a new one. */
function Tools({ state, onChange }: { state: ApplyState; onChange(part: Partial<ApplyState>): void }) {
  const t = useT(texts);
  const text = useText();
  const can = useSession((session) => session.can);
  const counts = useTaskCounts();
  const kinds = entityRegistry.all().filter(({ approval }) => approval !== undefined);
  const mine = kinds.filter(({ name }) => can(`${name}:create`));
  const lists = pageRegistry
    .all()
    .filter((page) => page.kind === 'list' && mine.some(({ name }) => name === page.entity));
  // Pages for substitutes and approval flows.
  const arranging = ['Substitutes', 'Flows']
    .flatMap((name) => pageRegistry.get(name) ?? [])
    .filter(({ permission }) => permission && can(permission));
  const views = VIEWS.filter((one) => one !== 'open' || can('approval:reassign'));
  const waiting = counts ? counts.approvals + counts.decisions : 0;
  const label = (one: ApprovalView) =>
    one === 'pending' && waiting > 0 ? `${t('apply.pending')} ${waiting}` : t(`apply.${one}`);
  return (
    <div className="wd-list-tools wd-apply-tools">
      <Segmented<ApprovalView>
        aria-label={t('apply.view')}
        value={state.view}
        options={views.map((value) => ({ value, label: label(value) }))}
        onChange={(view) => onChange({ view, current: 1 })}
      />
      <Select
        className="wd-apply-type"
        aria-label={t('apply.type')}
        value={state.type ?? ''}
        options={[
          { value: '', label: t('apply.anyType') },
          ...kinds.map(({ name, title }) => ({ value: name, label: text(title) })),
        ]}
        onChange={(type) => onChange({ type: type === '' ? null : type, current: 1 })}
      />
      <span className="wd-list-actions wd-apply-actions">
        {[...lists, ...arranging].map((page) => (
          <Link key={page.name} className="wd-apply-list" to={page.route}>
            {text(page.title)}
          </Link>
        ))}
        <Initiate
          entities={mine}
          onSubmitted={(id) => onChange({ view: 'initiated', current: 1, request: id })}
        />
      </span>
    </div>
  );
}
