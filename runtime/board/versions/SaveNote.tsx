import { Input } from 'antd';
import { useT } from '../../kit/i18n/index.ts';
import { useBoard } from '../document/useBoardStore.ts';
import { useBoardSession } from '../session/boardSession.ts';
import './versions.css';

const MAX_NOTE = 200;

/** An optional note for the next version. The Enter key saves. */
export function SaveNote() {
  const t = useT();
  const { store, actions } = useBoardSession();
  const note = useBoard(store, (state) => state.note);
  return (
    <Input
      className="wd-save-note"
      aria-label={t('versions.note')}
      placeholder={t('versions.notePlaceholder')}
      maxLength={MAX_NOTE}
      value={note}
      onChange={({ target }) => store.getState().annotate(target.value)}
      onPressEnter={() => void actions.save()}
    />
  );
}
