import { useT, useText } from '../i18n/index.ts';
import './access.css';
import { CatalogueStates } from './CatalogueStates.tsx';
import { reach_common, reach_of } from './scopes.ts';
import { type CatalogueEntity, useCatalogue } from './useCatalogue.ts';

/** A list of permissions in words, a line for each object that it opens. */
export default function PermissionsShown({ value }: { value: readonly string[] }) {
  const t = useT();
  const text = useText();
  const catalogue = useCatalogue();
  if (value.includes('*')) return <span>{t('access.everything')}</span>;
  if (!catalogue.data)
    return <CatalogueStates failed={catalogue.isError} onRetry={() => void catalogue.refetch()} />;
  const line = (entity: CatalogueEntity): string => {
    const common = reach_common(value, entity);
    if (common && common !== 'none') return `${t('access.allActions')} (${t(`access.reach.${common}`)})`;
    return entity.actions
      .map(({ key, title }) => ({ title: text(title), reach: reach_of(value, key) }))
      .filter(({ reach }) => reach !== 'none')
      .map(({ title, reach }) => (reach === 'tenant' ? title : `${title} (${t(`access.reach.${reach}`)})`))
      .join(' · ');
  };
  const entities = catalogue.data.entities
    .map((entity) => ({ name: entity.name, title: text(entity.title), what: line(entity) }))
    .filter(({ what }) => what !== '');
  const groups = catalogue.data.groups
    .map(({ name, title, permissions }) => ({
      name,
      title: text(title),
      what: permissions
        .filter(({ key }) => reach_of(value, key) !== 'none')
        .map((one) => text(one.title))
        .join(' · '),
    }))
    .filter(({ what }) => what !== '');
  return (
    <dl className="wd-permissions">
      {[...entities, ...groups].map(({ name, title, what }) => (
        <div key={name}>
          <dt>{title}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
