import { Button } from 'antd';
import { useState } from 'react';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { listMoves } from '../../core/rules/states.ts';
import { type Translate, useT, useText } from '../../kit/i18n/index.ts';
import { Avatar } from '../../kit/parts/Avatar.tsx';
import { Panel } from '../../kit/parts/Panel.tsx';
import { TimeAgo } from '../../kit/parts/TimeAgo.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import { type RecordChange, type RecordRef, useRecordHistory } from '../calls/recordCalls.ts';
import type { ListRecord } from '../calls/useRecords.ts';
import { Changes } from './Changes.tsx';
import { RevertDialog, type RevertWish } from './RevertDialog.tsx';
import { RECORD_ACTIONS } from './recordActions.ts';

const TRANSITION = 'transition:';
const GONE: readonly string[] = ['delete', 'bulkDelete'];
const MADE: readonly string[] = ['create', 'import'];
const APPROVAL = 'approval:';
/** Approval events in a record's history. */
const APPROVED = ['submit', 'agree', 'fill', 'reject', 'rollback', 'cancel', 'return', 'late'] as const;

function transitionOf(entity: EntityDefinition, action: string) {
  if (!action.startsWith(TRANSITION)) return undefined;
  const name = action.slice(TRANSITION.length);
  return listMoves(entity).find((transition) => transition.name === name);
}

/** Returns the predicate of a sentence that begins with the user's name. */
function actionText(
  entity: EntityDefinition,
  action: string,
  t: Translate,
  text: (text: { zh: string; en: string }) => string,
): string {
  const recordAction = RECORD_ACTIONS.find((candidate) => candidate === action);
  if (recordAction) return t(`record.did.${recordAction}`);
  const approved = APPROVED.find((candidate) => action === `${APPROVAL}${candidate}`);
  if (approved) return t(`record.approved.${approved}`);
  if (!action.startsWith(TRANSITION)) return t('record.did.other', { action });
  const transition = transitionOf(entity, action);
  return t('record.did.transition', {
    title: transition ? text(transition.title) : action.slice(TRANSITION.length),
  });
}

interface Props {
  entity: RecordRef['entity'];
  record: ListRecord;
  onReverted(): void;
}

/** Shows who changed what and when, newest first, with a button to revert. */
export function History({ entity, record, onReverted }: Props) {
  const t = useT();
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useRecordHistory({ entity, id: record.id }, record.version);
  const [wish, setWish] = useState<RevertWish | null>(null);
  const entries = data?.pages.flatMap(({ records }) => records) ?? [];
  const mayUpdate = record._actions?.includes('update') === true;
  return (
    <Panel
      icon="history"
      pending={isPending}
      failed={isError && !data}
      onRetry={() => void refetch()}
      empty={entries.length === 0 ? t('record.noHistory') : undefined}
      more={hasNextPage ? () => void fetchNextPage() : undefined}
      loadingMore={isFetchingNextPage}
    >
      <ol className="wd-history">
        {entries.map((entry, index) => (
          <Entry
            key={entry.id}
            entity={entity}
            entry={entry}
            newest={index === 0}
            onRevert={mayUpdate ? setWish : null}
          />
        ))}
      </ol>
      {wish && (
        <RevertDialog
          record={{ entity, id: record.id }}
          version={record.version}
          wish={wish}
          onClose={() => setWish(null)}
          onReverted={onReverted}
        />
      )}
    </Panel>
  );
}

interface EntryProps {
  entity: RecordRef['entity'];
  entry: RecordChange;
  newest: boolean;
  onRevert: ((wish: RevertWish) => void) | null;
}

function Entry({ entity, entry, newest, onRevert }: EntryProps) {
  const t = useT();
  const text = useText();
  const { id, at, userId, userName, action, changes, withheld, undoable } = entry;
  const name = userName ?? t(userId === null ? 'record.system' : 'record.somebody');
  const did = actionText(entity, action, t, text);
  const gone = GONE.includes(action);
  const whole = gone ? 'before' : MADE.includes(action) ? 'after' : null;
  return (
    <li className="wd-history-entry">
      <Avatar name={name} />
      <div className="wd-history-body">
        <p className="wd-history-head">
          <strong>{name}</strong> <span>{did}</span> <TimeAgo at={at} />
        </p>
        {whole && changes.length > 0 && (
          <details className="wd-history-whole">
            <summary>
              {t(whole === 'after' ? 'record.initial' : 'record.deletedValues', { count: changes.length })}
            </summary>
            <Changes entity={entity} changes={changes} side={whole} />
          </details>
        )}
        {!whole && changes.length > 0 && (
          <Changes entity={entity} changes={changes} form={transitionOf(entity, action)?.form?.properties} />
        )}
        {withheld && <p className="wd-history-withheld">{t('record.withheld')}</p>}
        {onRevert && (undoable || (!newest && !gone)) && (
          <p className="wd-history-actions">
            {undoable && (
              <Button
                size="small"
                icon={<Icon name="undo" />}
                onClick={() => onRevert({ entry: id, mode: 'undo' })}
              >
                {t('record.undo')}
              </Button>
            )}
            {!newest && !gone && (
              <Button
                size="small"
                icon={<Icon name="history" />}
                onClick={() => onRevert({ entry: id, mode: 'moment' })}
              >
                {t('record.toMoment')}
              </Button>
            )}
          </p>
        )}
      </div>
    </li>
  );
}
