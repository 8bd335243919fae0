import { Button, Checkbox } from 'antd';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import texts from '../texts.json';
import type { BinEntry } from './useBin.ts';

interface Props {
  entries: readonly BinEntry[];
  chosen: readonly BinEntry[];
  onChoose(entries: readonly BinEntry[]): void;
  onRestore(entries: readonly BinEntry[]): void;
  onPurge(entries: readonly BinEntry[]): void;
}

/** Selects all displayed records, and restores or deletes the selection. */
export function BinBar({ entries, chosen, onChoose, onRestore, onPurge }: Props) {
  const t = useT(texts);
  const none = chosen.length === 0;
  return (
    <div className="wd-bin-bar">
      <Checkbox
        checked={chosen.length === entries.length}
        indeterminate={!none && chosen.length < entries.length}
        onChange={({ target }) => onChoose(target.checked ? entries : [])}
      >
        {t('bin.selected', { count: chosen.length })}
      </Checkbox>
      <span className="wd-list-actions">
        <Button icon={<Icon name="undo" />} disabled={none} onClick={() => onRestore(chosen)}>
          {t('bin.restore')}
        </Button>
        <Button danger disabled={none} onClick={() => onPurge(chosen)}>
          {t('bin.purge')}
        </Button>
      </span>
    </div>
  );
}
