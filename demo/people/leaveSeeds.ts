/** Leave that users of the demo request. */
import type { Text } from '../../generated/definition.ts';
import type { LeaveType } from '../../server/business/leave/policy.ts';

type State = 'agreed' | 'pending' | 'rejected' | 'canceled' | 'draft';

export interface LeaveSeed {
  subject: Text;
  type: LeaveType;
  /** A day of a year, or an offset in days from now. */
  at: { yearsAgo: number; day: string } | { offset: number };
  days: number;
  endHalf?: boolean;
  state: State;
  /** Days by which the applicant ended the leave early. */
  shortenedBy?: number;
  /** The user's manager is the substitute during the leave. */
  substitute?: boolean;
  reason?: Text;
  comment?: Text;
}

const text = (zh: string, en: string): Text => ({ zh, en });

const HANDED_OVER = text('同意，工作已交接。', 'Agreed, the work is handed over.');
const ANNUAL = text('年假', 'Annual leave');

/** Leave that all users take if their balance allows it at that time. */
export const PAST: readonly LeaveSeed[] = [
  {
    ...{ subject: text('年假：回乡探亲', 'Annual leave with my parents'), type: 'annual', days: 2 },
    ...{ at: { yearsAgo: 2, day: '08-12' }, state: 'agreed', comment: HANDED_OVER },
  },
  {
    ...{ subject: text('年假：春游', 'Annual leave in spring'), type: 'annual', days: 3 },
    ...{ at: { yearsAgo: 1, day: '04-08' }, state: 'agreed', comment: HANDED_OVER },
  },
  {
    ...{ subject: text('感冒发烧', 'A cold'), type: 'paidSick', days: 1, endHalf: true },
    ...{ at: { yearsAgo: 1, day: '10-14' }, state: 'agreed', comment: text('好好休息。', 'Get well.') },
  },
  {
    ...{ subject: text('年假：暑期', 'Annual leave in summer'), type: 'annual', days: 3 },
    ...{ at: { yearsAgo: 0, day: '03-03' }, state: 'agreed', comment: HANDED_OVER },
  },
];

/** The applicants use these in turn. */
export const RECENT: readonly LeaveSeed[] = [
  {
    ...{ subject: text('年假：陪家人出行', 'Annual leave with the family'), type: 'annual', days: 3 },
    ...{ at: { offset: 12 }, state: 'pending' },
  },
  {
    ...{ subject: text('体检', 'Medical check'), type: 'sick', days: 1 },
    ...{ at: { offset: 4 }, state: 'pending', reason: text('年度体检', 'The yearly check') },
  },
  { subject: ANNUAL, type: 'annual', days: 2, at: { offset: -20 }, state: 'agreed', comment: HANDED_OVER },
  {
    ...{ subject: text('事假：搬家', 'Moving house'), type: 'personal', days: 2, at: { offset: 6 } },
    state: 'rejected',
    comment: text('当天有并网验收，请改期。', 'The grid acceptance is on that day. Choose another day.'),
  },
  {
    ...{ subject: text('发烧在家休息', 'Fever'), type: 'sick', days: 4, at: { offset: -1 }, state: 'agreed' },
    ...{ substitute: true, comment: text('好好休息。', 'Get well.') },
  },
  {
    ...{ subject: text('年假：提前返岗', 'Annual leave, back early'), type: 'annual', days: 3 },
    ...{ at: { offset: -16 }, state: 'agreed', shortenedBy: 1, comment: HANDED_OVER },
  },
  {
    ...{ subject: text('事假：办理证件', 'Papers at the office'), type: 'personal', days: 1 },
    ...{ at: { offset: 9 }, state: 'canceled', comment: text('改为周末办理', 'Done at the weekend') },
  },
  { subject: ANNUAL, type: 'annual', days: 1, at: { offset: 20 }, state: 'draft' },
];
