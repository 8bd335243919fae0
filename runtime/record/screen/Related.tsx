import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { entityRegistry } from '../../core/definitions/entities.ts';
import { operationInfo } from '../../core/definitions/operations.ts';
import { listPageOf } from '../../core/definitions/pages.ts';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { entityFor } from '../../kit/session/entityFor.ts';
import { pageAccess } from '../../kit/session/pageAccess.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { useSession } from '../../kit/session/session.ts';
import type { RecordRef } from '../calls/recordCalls.ts';
import { type ListRecord, listRecords, operationOf } from '../calls/useRecords.ts';
import { type RelatedField, relatedAddress, relatedFields, relatedFilter } from './related.ts';

const SHOWN = 5;

interface Props {
  entity: RecordRef['entity'];
  record: ListRecord;
  /** On the record's page, some kinds have separate tabs and are omitted here. */
  isPage: boolean;
}

/** Lists the referring records: a few of each kind, with a link to all. */
export function Related({ entity, record, isPage }: Props) {
  const t = useT();
  const { can, rights } = useSession();
  const seen = entityRegistry.all().map((one) => (rights ? entityFor(rights, one, 'read') : one));
  const fields = relatedFields(isPage ? entity : { name: entity.name }, seen).filter((related) => {
    const operation = operationOf(related.entity, 'list');
    return operation !== undefined && can(operationInfo(operation).permission ?? '');
  });
  if (fields.length === 0) return null;
  return (
    <section className="wd-related" aria-label={t('record.related')}>
      <h3>{t('record.related')}</h3>
      {fields.map((related) => (
        <RelatedList
          key={`${related.entity.name}.${related.name}`}
          related={related}
          value={record[related.key]}
          // Two fields of the same entity are distinguished by their titles.
          named={fields.filter((one) => one.entity === related.entity).length > 1}
        />
      ))}
    </section>
  );
}

interface ListProps {
  related: RelatedField;
  value: unknown;
  named: boolean;
}

function RelatedList({ related, value, named }: ListProps) {
  const t = useT();
  const text = useText();
  const session = useSession();
  const { entity, field, name } = related;
  const { data, isError } = useQuery(
    {
      queryKey: ['records', entity.name, 'related', name, value],
      queryFn: ({ signal }) =>
        listRecords(entity, { filter: relatedFilter(related, value), current: 1, size: SHOWN }, signal),
      enabled: value !== null && value !== undefined,
    },
    queryClient,
  );
  if (isError || !data || data.total === 0) return null;
  const page = listPageOf(entity.name, (one) => pageAccess(one, session) === 'open');
  const title = named
    ? t('record.relatedOf', { title: text(entity.title), field: field.title ? text(field.title) : name })
    : text(entity.title);
  return (
    <div className="wd-related-list">
      <h4>{t('record.countOf', { title, count: data.total })}</h4>
      <ul>
        {data.records.map((one) => (
          <li key={one.id}>
            {page ? (
              <Link to={`${page.route}/${one.id}`}>{labelOfRecord(entity, one)}</Link>
            ) : (
              labelOfRecord(entity, one)
            )}
          </li>
        ))}
        {page && data.total > data.records.length && (
          <li>
            <Link to={relatedAddress(page, related, value)}>
              {t('record.relatedAll', { count: data.total })}
            </Link>
          </li>
        )}
      </ul>
    </div>
  );
}
