import { Button, Dropdown, type MenuProps } from 'antd';
import { useState } from 'react';
import { call } from '../../kit/api/client.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useDangerAsk } from '../../kit/overlay/useDangerAsk.ts';
import { Avatar } from '../../kit/parts/Avatar.tsx';
import { TimeAgo } from '../../kit/parts/TimeAgo.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import { type RecordComment, type RecordRef, recordPath, refreshRecord } from '../calls/recordCalls.ts';
import { CommentBox } from './CommentBox.tsx';
import { mentionParts, mentionsText } from './mentions.ts';

interface Props {
  record: RecordRef;
  comment: RecordComment;
}

/** Shows a comment. Its author may edit and delete it. */
export function Comment({ record, comment }: Props) {
  const t = useT();
  const [editing, setEditing] = useState(false);
  const { id, body, people, createdByName, createdAt, editedAt } = comment;
  const name = createdByName ?? t('record.somebody');
  return (
    <li className="wd-comment">
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
              const path = { ...recordPath(record), commentId: id };
              await call('recordCommentEdit', { path, body: { body: changed } }, { quiet: true });
              await refreshRecord(record);
              setEditing(false);
            }}
          />
        ) : (
          <CommentText {...comment} />
        )}
      </div>
      {!editing && <CommentMenu {...{ record, comment, name }} onEdit={() => setEditing(true)} />}
    </li>
  );
}

function CommentText({ body, people }: Pick<RecordComment, 'body' | 'people'>) {
  return (
    <p className="wd-comment-body">
      {mentionParts(body, people).map((part, index) =>
        typeof part === 'string' ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
          <span key={index} className="wd-mention">
            @{part.name}
          </span>
        ),
      )}
    </p>
  );
}

/** Shows the actions on the comment. Empty without any. */
function CommentMenu({ record, comment, name, onEdit }: Props & { name: string; onEdit(): void }) {
  const t = useT();
  const { ask, holder } = useDangerAsk();
  const { id, mine, removable } = comment;
  if (!mine && !removable) return null;
  const path = { ...recordPath(record), commentId: id };
  const remove = () =>
    ask({
      title: t('record.commentRemoveAsk'),
      run: () => call('recordCommentRemove', { path }, { quiet: true }).finally(() => refreshRecord(record)),
    });
  const items: MenuProps['items'] = [
    mine
      ? { key: 'edit', label: t('record.commentEdit'), icon: <Icon name="edit" />, onClick: onEdit }
      : null,
    removable
      ? {
          key: 'remove',
          label: t('record.commentRemove'),
          icon: <Icon name="delete" />,
          danger: true,
          onClick: remove,
        }
      : null,
  ];
  return (
    <>
      {holder}
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <Button
          type="text"
          size="small"
          icon={<Icon name="more" />}
          aria-label={t('record.commentActions', { name })}
        />
      </Dropdown>
    </>
  );
}
