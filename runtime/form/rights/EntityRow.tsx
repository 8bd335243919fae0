import { useT, useText } from '../../kit/i18n/index.ts';
import { ReachSelect } from './ReachSelect.tsx';
import { putEntity, putReach, reachCommon, reachOf } from './scopes.ts';
import type { CatalogueEntity } from './useCatalogue.ts';

interface Props {
  entity: CatalogueEntity;
  value: readonly string[];
  held: ReadonlySet<string>;
  disabled: boolean;
  onChange(value: string[]): void;
}

/** Edits the scope of all actions of an entity, and of each action. */
export function EntityRow({ entity, value, held, disabled, onChange }: Props) {
  const t = useT();
  const text = useText();
  const title = text(entity.title);
  return (
    <li className="wd-matrix-row">
      <div className="wd-matrix-head">
        <strong>{title}</strong>
        <ReachSelect
          label={t('access.all', { title })}
          reach={reachCommon(value, entity)}
          permission={`${entity.name}:*`}
          held={held}
          scoped
          disabled={disabled}
          onChange={(reach) => onChange(putEntity(value, entity, reach))}
        />
      </div>
      <ul className="wd-matrix-actions">
        {entity.actions.map(({ key, title: action, scoped }) => (
          <li key={key}>
            <span aria-hidden>{text(action)}</span>
            <ReachSelect
              label={t('access.action', { title, action: text(action) })}
              reach={reachOf(value, key)}
              permission={key}
              held={held}
              scoped={scoped}
              disabled={disabled}
              onChange={(reach) => onChange(putReach(value, entity, key, reach))}
            />
          </li>
        ))}
      </ul>
    </li>
  );
}
