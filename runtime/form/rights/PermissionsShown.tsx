import { useT, useText } from '../../kit/i18n/index.ts';
import './access.css';
import { CatalogueStates } from './CatalogueStates.tsx';
import { permissionLines } from './scopes.ts';
import { useCatalogue } from './useCatalogue.ts';

/** Describes a list of permissions, with a line for each object. */
export default function PermissionsShown({ value }: { value: readonly string[] }) {
  const t = useT();
  const text = useText();
  const catalogue = useCatalogue();
  if (value.includes('*')) return <span>{t('access.everything')}</span>;
  if (!catalogue.data)
    return <CatalogueStates failed={catalogue.isError} onRetry={() => void catalogue.refetch()} />;
  return (
    <dl className="wd-permissions">
      {permissionLines(catalogue.data, value, text, t).map(({ name, title, what }) => (
        <div key={name}>
          <dt>{title}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
