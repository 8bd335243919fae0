import { Button } from 'antd';
import type { Transition } from '../../../generated/definition.ts';
import { formatNumber } from '../../core/numbers/format.ts';
import type { Command } from '../../kit/command/command.ts';
import { useLiveCommands } from '../../kit/command/commandStore.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { commandsBulk, listMoveCommands } from './bulkCommands.ts';
import type { Bulk } from './useBulk.tsx';
import type { Selection } from './useSelection.ts';

interface Props {
  selection: Selection;
  bulk: Bulk;
  total: number;
  phone: boolean;
  moves: readonly Transition[];
  onMove(transition: Transition): void;
  mayUpdate: boolean;
  mayDelete: boolean;
  onHandover: (() => void) | undefined;
  onShare: (() => void) | undefined;
  onExport: (() => void) | undefined;
  onPrint(): void;
  onDocuments: (() => void) | undefined;
  onLabels: (() => void) | undefined;
}

/** Shows the selection and its commands. On a phone the bar is at the bottom. */
export function BulkBar(props: Props) {
  const { selection, bulk, total, phone, moves, onMove, mayUpdate, mayDelete } = props;
  const { onHandover, onShare, onExport, onPrint, onDocuments, onLabels } = props;
  const t = useT();
  const { count, all, whole } = selection;
  const others = commandsBulk({
    edit: mayUpdate ? bulk.edit : undefined,
    handover: onHandover,
    share: onShare,
    delete: mayDelete ? bulk.remove : undefined,
    export: onExport,
    print: onPrint,
    documents: onDocuments,
    labels: onLabels,
  });
  const commands = [...listMoveCommands(moves, onMove), ...others];
  useLiveCommands(count > 0 ? commands : []);
  const none = (
    <Button type="text" onClick={selection.clear}>
      {t(phone ? 'common.cancel' : 'list.selectNone')}
    </Button>
  );
  return (
    <div className="wd-list-bar" role="toolbar" aria-label={t('list.bulkBar')}>
      <span role="status">
        {t(all ? 'list.selectedAll' : 'list.selected', { count: formatNumber(count) })}
      </span>
      {phone && !whole && (
        <Button type="link" onClick={() => selection.page(true)}>
          {t('list.selectShown')}
        </Button>
      )}
      {whole && !all && total > count && (
        <Button type="link" onClick={selection.selectAll}>
          {t('list.selectAll', { count: formatNumber(total) })}
        </Button>
      )}
      {phone && none}
      <span className="wd-list-actions">
        {commands.map((command) => (
          <BulkButton key={command.id} command={command} disabled={count === 0} />
        ))}
        {!phone && none}
      </span>
    </div>
  );
}

function BulkButton({ command, disabled }: { command: Command; disabled: boolean }) {
  const text = useText();
  const { title, label = title, icon = 'list', danger, run } = command;
  return (
    <Button danger={danger} disabled={disabled} icon={<Icon name={icon} />} onClick={run}>
      {text(label)}
    </Button>
  );
}
