import { useSearchParams } from 'react-router';
import {
  type ApprovalView,
  TASK_SORTED,
  type TaskSort,
  VIEWS,
} from '../../../runtime/record/approval/approvalCalls.ts';
import { PAGE_SIZES } from '../../../runtime/record/query/query.ts';

const SORTS: readonly TaskSort[] = TASK_SORTED.flatMap((name) => [name, `-${name}` as const]);

export interface ApplyState {
  view: ApprovalView;
  /** The entity of the displayed requests. */
  type: string | null;
  /** Null sorts by time, the latest first. */
  sort: TaskSort | null;
  current: number;
  size: number;
  /** The id of the opened request. */
  request: number | null;
}

const whole = (text: string | null): number | null => {
  const number = Number(text);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
};

export function readApplyState(params: URLSearchParams): ApplyState {
  const size = whole(params.get('size'));
  return {
    view: VIEWS.find((view) => view === params.get('view')) ?? 'pending',
    type: params.get('type'),
    sort: SORTS.find((one) => one === params.get('sort')) ?? null,
    current: whole(params.get('current')) ?? 1,
    size: PAGE_SIZES.find((one) => one === size) ?? PAGE_SIZES[0],
    request: whole(params.get('request')),
  };
}

export function writeApplyState({ view, type, sort, current, size, request }: ApplyState): URLSearchParams {
  return new URLSearchParams([
    ...(view === 'pending' ? [] : [['view', view]]),
    ...(type === null ? [] : [['type', type]]),
    ...(sort === null ? [] : [['sort', sort]]),
    ...(current === 1 ? [] : [['current', String(current)]]),
    ...(size === PAGE_SIZES[0] ? [] : [['size', String(size)]]),
    ...(request === null ? [] : [['request', String(request)]]),
  ]);
}

/** Stores the state of the page in the address, so that a notice can link to a request. */
export function useApplyState(): [ApplyState, (part: Partial<ApplyState>) => void] {
  const [params, setParams] = useSearchParams();
  return [
    readApplyState(params),
    (part) => setParams((now) => writeApplyState({ ...readApplyState(now), ...part })),
  ];
}
