import { Checkbox, Input } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useT, useText } from '../../kit/i18n/index.ts';
import { EntityRow } from './EntityRow.tsx';
import './access.css';
import type { Catalogue } from './useCatalogue.ts';

export interface MatrixProps {
  catalogue: Catalogue;
  value: readonly string[];
  /** The permissions of the editing user, which limit what the user can grant. */
  held: ReadonlySet<string>;
  disabled?: boolean;
  onChange(value: string[]): void;
}

/** Edits permissions: each action of each entity with its scope, and below the permissions without an entity. */
export function PermissionMatrix({ catalogue, value, held, disabled = false, onChange }: MatrixProps) {
  const t = useT();
  const text = useText();
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed.trim().toLowerCase());
  const everything = value.includes('*');
  const locked = disabled || everything;
  const matching = (name: string, title: { zh: string; en: string }) =>
    words === '' || `${name} ${title.zh} ${title.en}`.toLowerCase().includes(words);
  const entities = catalogue.entities.filter(({ name, title }) => matching(name, title));
  const groups = catalogue.groups.filter(({ name, title }) => matching(name, title));
  return (
    <div className="wd-matrix">
      <div className="wd-matrix-tools">
        <Checkbox
          checked={everything}
          disabled={disabled || !held.has('*')}
          onChange={({ target }) =>
            onChange(target.checked ? ['*', ...value] : value.filter((key) => key !== '*'))
          }
        >
          {t('access.everything')}
        </Checkbox>
        <Input
          className="wd-matrix-search"
          allowClear
          value={typed}
          placeholder={t('access.search')}
          aria-label={t('access.search')}
          onChange={({ target }) => setTyped(target.value)}
          // Enter would save the surrounding form.
          onPressEnter={(event) => event.preventDefault()}
        />
      </div>
      {everything && <p className="wd-matrix-note">{t('access.everythingText')}</p>}
      <ul className="wd-matrix-rows" aria-label={t('access.matrix')}>
        {entities.map((entity) => (
          <EntityRow
            key={entity.name}
            entity={entity}
            value={value}
            held={held}
            disabled={locked}
            onChange={onChange}
          />
        ))}
      </ul>
      {entities.length + groups.length === 0 && <p className="wd-matrix-note">{t('access.nothing')}</p>}
      {groups.length > 0 && <h3 className="wd-matrix-title">{t('access.others')}</h3>}
      <div className="wd-matrix-groups">
        {groups.map(({ name, title, permissions }) => (
          <fieldset key={name}>
            <legend>{text(title)}</legend>
            {permissions.map(({ key, title: action }) => (
              <Checkbox
                key={key}
                checked={everything || value.includes(key) || value.includes(`${name}:*`)}
                disabled={
                  locked ||
                  value.includes(`${name}:*`) ||
                  !(held.has('*') || held.has(key) || held.has(`${name}:*`))
                }
                onChange={({ target }) =>
                  onChange(
                    target.checked ? [...value, key] : value.filter((permission) => permission !== key),
                  )
                }
              >
                {text(action)}
              </Checkbox>
            ))}
          </fieldset>
        ))}
      </div>
    </div>
  );
}
