import { call } from '../../kit/api/client.ts';
import { useT } from '../../kit/i18n/index.ts';
import { Panel } from '../../kit/parts/Panel.tsx';
import { type RecordRef, recordPath, refreshRecord, useRecordComments } from '../calls/recordCalls.ts';
import { Comment } from './Comment.tsx';
import { CommentBox } from './CommentBox.tsx';

/** Shows the comments on the record, newest first. */
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
