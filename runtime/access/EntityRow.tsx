import { useT, useText } from '../i18n/index.ts';
import { ReachSelect } from './ReachSelect.tsx';
import { entity_put, reach_common, reach_of, reach_put } from './scopes.ts';
import type { CatalogueEntity } from './useCatalogue.ts';

interface Props {
  entity: CatalogueEntity;
  value: readonly string[];
  held: ReadonlySet<string>;
  disabled: boolean;
  onChange(value: string[]): void;
}

/** One entity: the reach of all its actions at once, and of each. */
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
          reach={reach_common(value, entity)}
          permission={`${entity.name}:*`}
          held={held}
          scoped
          disabled={disabled}
          onChange={(reach) => onChange(entity_put(value, entity, reach))}
        />
      </div>
      <ul className="wd-matrix-actions">
        {entity.actions.map(({ key, title: action, scoped }) => (
          <li key={key}>
            <span aria-hidden>{text(action)}</span>
            <ReachSelect
              label={t('access.action', { title, action: text(action) })}
              reach={reach_of(value, key)}
              permission={key}
              held={held}
              scoped={scoped}
              disabled={disabled}
              onChange={(reach) => onChange(reach_put(value, entity, key, reach))}
            />
          </li>
        ))}
      </ul>
    </li>
  );
}
