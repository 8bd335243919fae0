import { Button, Tooltip } from 'antd';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import texts from '../texts.json';
import type { Document } from './document.ts';
import type { TextHistory } from './source/useTextHistory.ts';
import type { Editing } from './useEditing.ts';

interface Props {
  title: string;
  /** The file of the definition, or the kind of a new one. */
  place: string;
  editing: Editing;
  mayEdit: boolean;
  history: TextHistory;
  onDownload(document: Document): void;
  /** Null if there is no draft. */
  onDiscard: (() => void) | null;
  onApply(): void;
}

/** Shows the name of the definition, and its actions. */
export function EditorHead({
  title,
  place,
  editing,
  mayEdit,
  history,
  onDownload,
  onDiscard,
  onApply,
}: Props) {
  const t = useT(texts);
  const { parsed, checking, ready, check } = editing;
  return (
    <header className="wd-studio-head">
      <h2>{title}</h2>
      <code>{place}</code>
      <span className="wd-studio-actions">
        {mayEdit && (
          <>
            <Tooltip title={t('studio.stepBack')}>
              <Button
                icon={<Icon name="undo" />}
                aria-label={t('studio.stepBack')}
                disabled={!history.canUndo}
                onClick={history.undo}
              />
            </Tooltip>
            <Tooltip title={t('studio.stepAgain')}>
              <Button
                icon={<Icon name="redo" />}
                aria-label={t('studio.stepAgain')}
                disabled={!history.canRedo}
                onClick={history.redo}
              />
            </Tooltip>
          </>
        )}
        <Button
          icon={<Icon name="download" />}
          disabled={parsed === null}
          onClick={() => parsed && onDownload(parsed)}
        >
          {t('studio.export')}
        </Button>
        {onDiscard && (
          <Button icon={<Icon name="delete" />} onClick={onDiscard}>
            {t('studio.discard')}
          </Button>
        )}
        {mayEdit && (
          <Button icon={<Icon name="check" />} loading={checking} onClick={check}>
            {t('studio.check')}
          </Button>
        )}
        {mayEdit && (
          <Button type="primary" disabled={!ready} onClick={onApply}>
            {t('studio.apply')}
          </Button>
        )}
      </span>
    </header>
  );
}
