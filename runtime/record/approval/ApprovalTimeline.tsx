import { useEffect, useState } from 'react';
import { formatZoned } from '../../core/numbers/format.ts';
import { type Lang, languageOf } from '../../core/text/lang.ts';
import { type Translate, useLang, useT, useText } from '../../kit/i18n/index.ts';
import { TimeAgo } from '../../kit/parts/TimeAgo.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { ApprovalRequest } from './approvalCalls.ts';
import './approval.css';
import { makeTimeline, type TimelineEntry } from './timeline.ts';

const EVERY_MS = 60_000;
const SIGN = 16;

/** Colour and icon of an event. */
const MARKS: Readonly<Record<string, readonly [state: string, icon: string]>> = {
  submit: ['info', 'stamp'],
  agree: ['normal', 'check'],
  reject: ['critical', 'close'],
  rollback: ['offline', 'undo'],
  cancel: ['offline', 'close'],
  delegate: ['info', 'user'],
  reassign: ['info', 'user'],
  absent: ['minor', 'user'],
  substitute: ['info', 'user'],
  pass: ['minor', 'user'],
  add: ['info', 'team'],
  return: ['minor', 'undo'],
  passed: ['info', 'chevron'],
  comment: ['info', 'message'],
  remind: ['minor', 'bell'],
  current: ['minor', 'clock'],
  next: ['offline', 'clock'],
  skipped: ['offline', 'chevron'],
  agreed: ['normal', 'check'],
  rejected: ['critical', 'error'],
  canceled: ['offline', 'close'],
};

function markOf(entry: TimelineEntry): readonly [string, string] {
  const name =
    entry.kind === 'action' ? entry.action.action : entry.kind === 'end' ? entry.state : entry.kind;
  return MARKS[name] ?? ['info', 'info'];
}

/** Shows the history of a request with remarks, the pending approvers, and the next steps. */
export function ApprovalTimeline({ request }: { request: ApprovalRequest }) {
  const t = useT();
  const lang = useLang();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const copies = request.copies.map(({ name }) => name);
  return (
    <>
      <ol className="wd-timeline" aria-label={t('approval.timeline')}>
        {makeTimeline(request, now).map((entry) => {
          const [state, icon] = markOf(entry);
          return (
            <li key={entry.key} data-kind={entry.kind}>
              <span className="wd-timeline-mark" data-state={state}>
                <Icon name={icon} size={SIGN} />
              </span>
              <div className="wd-timeline-body">
                <Entry entry={entry} steps={request.steps} />
              </div>
            </li>
          );
        })}
      </ol>
      {request.flow !== null && (
        <p className="wd-timeline-copies">{t('approval.flowVersion', { version: request.flow })}</p>
      )}
      {copies.length > 0 && (
        <p className="wd-timeline-copies">{t('approval.copies', { names: joinNames(copies, lang) })}</p>
      )}
    </>
  );
}

const joinNames = (names: readonly string[], lang: Lang): string => names.join(languageOf(lang).comma);

const MODES = {
  all: 'approval.allOf',
  any: 'approval.anyOf',
  some: 'approval.someOf',
  sequence: 'approval.sequenceOf',
} as const;

type ActionLine = Extract<TimelineEntry, { kind: 'action' }>['action'];

function actionText({ action, user, to, from }: ActionLine, target: string | null, t: Translate): string {
  const names = { from: from?.name ?? '', name: to?.name ?? '' };
  if (action === 'reassign' || action === 'substitute' || action === 'pass' || action === 'add')
    return t(`approval.did.${action}`, names);
  if (action === 'return' && target !== null) return t('approval.did.returnTo', { step: target });
  if (action === 'absent') return t(to ? 'approval.did.absent' : 'approval.did.absentAlone', names);
  if (user === null && (action === 'agree' || action === 'reject' || action === 'remind'))
    return t(`approval.late.${action}`);
  if (action === 'remind') return t('approval.late.remind');
  return action === 'delegate'
    ? t('approval.did.delegate', { name: to?.name ?? '' })
    : t(`approval.did.${action}`);
}

interface EntryProps {
  entry: TimelineEntry;
  steps: ApprovalRequest['steps'];
}

function Entry({ entry, steps }: EntryProps) {
  const t = useT();
  const text = useText();
  const lang = useLang();
  const names = (people: readonly { name: string }[]) =>
    joinNames(
      people.map(({ name }) => name),
      lang,
    );
  switch (entry.kind) {
    case 'action': {
      const { action, step } = entry;
      const target = steps.find(({ no }) => no === action.toNo);
      return (
        <>
          <p className="wd-timeline-head">
            {action.user && <strong>{action.user.name}</strong>}{' '}
            {action.behalf && <span>{t('approval.behalf', { name: action.behalf.name })} </span>}
            {actionText(action, target ? text(target.title) : null, t)}
            {step && <span className="wd-timeline-step">{text(step.title)}</span>} <TimeAgo at={action.at} />
          </p>
          {action.comment && <blockquote className="wd-timeline-comment">{action.comment}</blockquote>}
        </>
      );
    }
    case 'current': {
      const { step, overdue } = entry;
      const waiting = step.assignees.filter(({ decision }) => decision === null);
      return (
        <>
          <p className="wd-timeline-head">
            <strong>{t('approval.waitingFor', { names: names(waiting) })}</strong>
            <span className="wd-timeline-step">{text(step.title)}</span>
            {overdue && (
              <span className="wd-timeline-overdue">
                <Icon name="warning" size={SIGN} /> {t('approval.overdue')}
              </span>
            )}
          </p>
          <p className="wd-timeline-facts">
            {step.startedAt && <span>{t('approval.since', { time: formatZoned(step.startedAt) })}</span>}
            {step.dueAt && <span>{t('approval.due', { time: formatZoned(step.dueAt) })}</span>}
            {step.assignees.length > 1 && <span>{t(MODES[step.mode], { count: step.atLeast ?? 0 })}</span>}
          </p>
        </>
      );
    }
    case 'passed':
      return (
        <p className="wd-timeline-head">
          {entry.step.kind === 'copy' && t('approval.copied')}
          <span className="wd-timeline-step">{text(entry.step.title)}</span>
        </p>
      );
    case 'next':
      return (
        <p className="wd-timeline-head">
          {entry.step.kind === 'copy'
            ? t('approval.copied')
            : t('approval.next', { names: names(entry.step.assignees) })}
          <span className="wd-timeline-step">{text(entry.step.title)}</span>
        </p>
      );
    case 'skipped':
      return (
        <p className="wd-timeline-head">
          {t('approval.skipped')}
          <span className="wd-timeline-step">{text(entry.step.title)}</span>
        </p>
      );
    case 'end':
      return (
        <p className="wd-timeline-head">
          <strong>{t(`approval.ended.${entry.state}`)}</strong> {entry.at && <TimeAgo at={entry.at} />}
        </p>
      );
  }
}
