import '../../../runtime/core/definitions/allEntities.ts';
import { Button, Checkbox } from 'antd';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { formatMoment } from '../../../runtime/core/numbers/format.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { TimeAgo } from '../../../runtime/kit/parts/TimeAgo.tsx';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import texts from '../texts.json';
import type { BinEntry } from './useBin.ts';

interface Props {
  entry: BinEntry;
  selected: boolean;
  /** The reason of a failed restore. */
  problem: string | undefined;
  onSelect(selected: boolean): void;
  onRestore(): void;
  onPurge(): void;
}

const DATE_LENGTH = '2026-01-01'.length;

export function BinRow({ entry, selected, problem, onSelect, onRestore, onPurge }: Props) {
  const t = useT(texts);
  const text = useText();
  const { label, entity, carried, deletedByName, deletedAt, purgeAt } = entry;
  const title = (name: string) => {
    const found = entityRegistry.get(name);
    return found ? text(found.title) : name;
  };
  const parts = carried
    .filter(({ entity: name }) => entityRegistry.get(name))
    .map(({ entity: name, count }) => t('bin.part', { title: title(name), count }));
  return (
    <li className="wd-bin-row" data-selected={selected}>
      <Checkbox
        checked={selected}
        aria-label={t('bin.select', { label })}
        onChange={(event) => onSelect(event.target.checked)}
      />
      <span className="wd-bin-record">
        <strong>{label}</strong>
        <span className="wd-bin-entity">{title(entity)}</span>
        {parts.length > 0 && <small>{t('bin.with', { parts: parts.join(', ') })}</small>}
        {problem && (
          <span className="wd-bin-problem" role="alert">
            {problem}
          </span>
        )}
      </span>
      <span className="wd-bin-fact">
        <small>{t('bin.deletedBy')}</small>
        {deletedByName ?? t('record.somebody')}
      </span>
      <span className="wd-bin-fact">
        <small>{t('bin.deletedAt')}</small>
        <TimeAgo at={deletedAt} />
      </span>
      <span className="wd-bin-fact">
        <small>{t('bin.purgeAt')}</small>
        {purgeAt ? (
          <time dateTime={purgeAt}>{formatMoment(purgeAt).slice(0, DATE_LENGTH)}</time>
        ) : (
          t('bin.never')
        )}
      </span>
      <span className="wd-bin-actions">
        <Button
          size="small"
          icon={<Icon name="undo" />}
          aria-label={t('bin.restoreOf', { label })}
          onClick={onRestore}
        >
          {t('bin.restore')}
        </Button>
        <Button
          size="small"
          type="text"
          danger
          icon={<Icon name="delete" />}
          aria-label={t('bin.purgeOf', { label })}
          title={t('bin.purge')}
          onClick={onPurge}
        />
      </span>
    </li>
  );
}
