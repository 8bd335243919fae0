import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { call } from '../../kit/api/client.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useDangerAsk } from '../../kit/overlay/useDangerAsk.ts';
import { Avatar } from '../../kit/parts/Avatar.tsx';
import { Panel } from '../../kit/parts/Panel.tsx';
import { TimeAgo } from '../../kit/parts/TimeAgo.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import {
  type RecordComment,
  type RecordRef,
  recordPath,
  refreshRecord,
  useRecordComments,
} from '../calls/recordCalls.ts';
import { CommentBox } from './CommentBox.tsx';
import { mentionParts, mentionsText } from './mentions.ts';

/** What people say about the record, newest first. */
export function Comments({ record }: { record: RecordRef }) {
  const t = useT();
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useRecordComments(record);
  const comments = data?.pages.flatMap(({ records }) => records) ?? [];
  return (
    <div className="wd-comments">
      <CommentBox
        record={record}
        label={t('record.commentLabel')}
        submit={t('record.commentSend')}
        onSend={async (body) => {
          await call('recordCommentAdd', { path: recordPath(record), body: { body } }, { quiet: true });
          await refreshRecord(record);
        }}
      />
      <Panel
        icon="message"
        pending={isPending}
        failed={isError && !data}
        onRetry={() => void refetch()}
        empty={comments.length === 0 ? t('record.noComments') : undefined}
        more={hasNextPage ? () => void fetchNextPage() : undefined}
        loadingMore={isFetchingNextPage}
      >
        <ol className="wd-comment-list">
          {comments.map((comment) => (
            <Comment key={comment.id} record={record} comment={comment} />
          ))}
        </ol>
      </Panel>
    </div>
  );
}

function Comment({ record, comment }: { record: RecordRef; comment: RecordComment }) {
  const t = useT();
  const [editing, setEditing] = useState(false);
  const { ask, holder } = useDangerAsk();
  const { id, body, people, createdByName, createdAt, editedAt, mine, removable } = comment;
  const name = createdByName ?? t('record.somebody');
  const path = { ...recordPath(record), commentId: id };

  const remove = () =>
    ask({
      title: t('record.commentRemoveAsk'),
      run: () => call('recordCommentRemove', { path }, { quiet: true }).finally(() => refreshRecord(record)),
    });

  const items = [
    ...(mine
      ? [
          {
            key: 'edit',
            label: t('record.commentEdit'),
            icon: <Icon name="edit" />,
            onClick: () => setEditing(true),
          },
        ]
      : []),
    ...(removable
      ? [
          {
            key: 'remove',
            label: t('record.commentRemove'),
            icon: <Icon name="delete" />,
            danger: true,
            onClick: remove,
          },
        ]
      : []),
  ];
  return (
    <li className="wd-comment">
      {holder}
      <Avatar name={name} />
      <div className="wd-history-body">
        <p className="wd-history-head">
          <strong>{name}</strong> <TimeAgo at={createdAt} />
          {editedAt && <span className="wd-comment-edited"> · {t('record.commentEdited')}</span>}
        </p>
        {editing ? (
          <CommentBox
            record={record}
            start={mentionsText(body, people)}
            people={people}
            label={t('record.commentEdit')}
            submit={t('common.save')}
            onCancel={() => setEditing(false)}
            onSend={async (changed) => {
              await call('recordCommentEdit', { path, body: { body: changed } }, { quiet: true });
              await refreshRecord(record);
              setEditing(false);
            }}
          />
        ) : (
          <p className="wd-comment-body">
            {mentionParts(body, people).map((part, index) =>
              typeof part === 'string' ? (
                part
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
                <span key={index} className="wd-mention">
                  @{part.name}
                </span>
              ),
            )}
          </p>
        )}
      </div>
      {items.length > 0 && !editing && (
        <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
          <Button
            type="text"
            size="small"
            icon={<Icon name="more" />}
            aria-label={t('record.commentActions', { name })}
          />
        </Dropdown>
      )}
    </li>
  );
}
