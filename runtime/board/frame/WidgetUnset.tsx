import { Button } from 'antd';
import { useT } from '../../kit/i18n/index.ts';
import type { Lacking } from '../widget/widget.ts';

interface Props {
  lacks: Lacking;
  /** Opens the configuration. Absent for users without the permission to change the board. */
  onConfigure?: (() => void) | undefined;
}

/** Shows that no content was chosen yet for the widget. */
export function WidgetUnset({ lacks, onConfigure }: Props) {
  const t = useT();
  return (
    <div className="wd-w-state">
      <p className="wd-w-state-text">{t(`widget.unset.${lacks}`)}</p>
      {onConfigure && (
        <Button size="small" className="wd-w-state-way" onClick={onConfigure}>
          {t('board.widget.edit')}
        </Button>
      )}
    </div>
  );
}
