import { Button, Mentions } from 'antd';
import { useRef, useState } from 'react';
import { call } from '../../kit/api/client.ts';
import { notifyFailure } from '../../kit/api/failure.ts';
import { useT } from '../../kit/i18n/index.ts';
import { type RecordRef, recordPath } from '../calls/recordCalls.ts';
import { type PersonName, peopleApart, storeMentions } from './mentions.ts';

const MAX_LENGTH = 4000;
const SEARCH_AFTER_MS = 200;
const ROWS = { minRows: 2, maxRows: 10 };

interface Props {
  record: RecordRef;
  /** The initial text in its typed form, and the mentioned people. */
  start?: string;
  people?: readonly PersonName[];
  label: string;
  submit: string;
  onSend(body: string): Promise<void>;
  onCancel?(): void;
}

/** Edits a comment. If sending fails, the text remains. */
export function CommentBox({ record, start = '', people = [], label, submit, onSend, onCancel }: Props) {
  const t = useT();
  const [text, setText] = useState(start);
  const [busy, setBusy] = useState(false);
  const [candidates, setCandidates] = useState<PersonName[]>([]);
  const [searching, setSearching] = useState(false);
  const chosen = useRef<PersonName[]>([...people]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function search(words: string): void {
    clearTimeout(timer.current);
    setSearching(true);
    timer.current = setTimeout(() => {
      call('recordPeople', { path: recordPath(record), query: { search: words } }, { quiet: true })
        .then((people) => setCandidates(peopleApart(people)))
        .catch(() => setCandidates([]))
        .finally(() => setSearching(false));
    }, SEARCH_AFTER_MS);
  }

  async function send(): Promise<void> {
    if (text.trim() === '' || busy) return;
    setBusy(true);
    try {
      await onSend(storeMentions(text, chosen.current));
      setText('');
    } catch (error) {
      notifyFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="wd-comment-box">
      <Mentions
        aria-label={label}
        placeholder={t('record.commentHint')}
        value={text}
        maxLength={MAX_LENGTH}
        autoSize={ROWS}
        loading={searching}
        notFoundContent={t('record.nobody')}
        filterOption={false}
        options={candidates.map(({ name }) => ({ value: name, label: name }))}
        onSearch={search}
        onSelect={({ value }) => {
          const person = candidates.find(({ name }) => name === value);
          const others = chosen.current.filter(({ name }) => name !== value);
          if (person) chosen.current = [...others, person];
        }}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
        }}
      />
      <div className="wd-comment-box-foot">
        <span className="wd-comment-keys">{t('record.commentKeys')}</span>
        {onCancel && <Button onClick={onCancel}>{t('common.cancel')}</Button>}
        <Button type="primary" loading={busy} disabled={text.trim() === ''} onClick={() => void send()}>
          {submit}
        </Button>
      </div>
    </div>
  );
}
