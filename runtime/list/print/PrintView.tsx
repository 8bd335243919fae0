import '../../core/definitions/allEntities.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Spin } from 'antd';
import type { Entity } from '../../core/definitions/entities.ts';
import { formatNumber, formatZoned } from '../../core/numbers/format.ts';
import { isNumeric } from '../../fieldTypes/valueText.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { LoadFailed } from '../../kit/states/LoadFailed.tsx';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { listField } from '../../record/query/fields.ts';
import type { ListState, SelectedRecords } from '../../record/query/query.ts';
import { Cell } from '../cell/Cell.tsx';
import { useRefNames } from '../cell/useRefNames.ts';
import { FilterWords } from '../filter/FilterWords.tsx';
import { loadPrint, PRINT_ROWS } from './load.ts';
import { PrintFrame } from './PrintFrame.tsx';

interface Props {
  entity: Entity;
  state: ListState;
  selection: SelectedRecords;
  sort: string | undefined;
  columns: readonly string[];
  onClose(): void;
}

const NO_RECORDS: ListRecord[] = [];

/** Shows the list for printing: title, filters, and all its rows. */
export default function PrintView({ entity, state, selection, sort, columns, onClose }: Props) {
  const t = useT();
  const text = useText();
  const { data, isError, refetch } = useQuery(
    {
      queryKey: ['records', entity.name, 'print', selection, sort],
      queryFn: ({ signal }) => loadPrint(entity, selection, sort, signal),
    },
    queryClient,
  );
  const title = text(entity.title);
  const tools = (
    <>
      {isError && <LoadFailed title={t('list.failedTitle', { title })} onRetry={() => void refetch()} />}
      {data && data.total > data.records.length && (
        <Alert type="warning" showIcon title={t('list.printFirst', { count: formatNumber(PRINT_ROWS) })} />
      )}
    </>
  );
  return (
    <PrintFrame {...{ title, tools, onClose }} ready={data !== undefined}>
      {!selection.ids && <FilterWords entity={entity} state={state} />}
      {data ? (
        <p>
          {t('list.printedAt', {
            count: formatNumber(data.records.length),
            time: formatZoned(new Date().toISOString()),
          })}
        </p>
      ) : (
        !isError && <Spin aria-label={t('common.loading')} />
      )}
      <PrintTable entity={entity} columns={columns} records={data?.records ?? NO_RECORDS} />
    </PrintFrame>
  );
}

interface TableProps {
  entity: Entity;
  columns: readonly string[];
  records: ListRecord[];
}

function PrintTable({ entity, columns, records }: TableProps) {
  const text = useText();
  const names = useRefNames(entity, columns, records);
  const align = (name: string) => (isNumeric(listField(entity, name)) ? 'end' : undefined);
  return (
    <table>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col" data-align={align(name)}>
              {text(listField(entity, name).title ?? { zh: name, en: name })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {records.map((record) => (
          <tr key={record.id}>
            {columns.map((name) => (
              <td key={name} data-align={align(name)}>
                <Cell entity={entity} name={name} value={record[name]} record={record} names={names} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
