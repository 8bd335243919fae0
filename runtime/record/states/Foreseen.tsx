import { useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import type { OperationId } from '../../../generated/callPlaces.ts';
import type { Foresee } from '../../../generated/definition.ts';
import { formatNumber } from '../../core/numbers/format.ts';
import type { Values } from '../../core/rules/rule.ts';
import { call } from '../../kit/api/client.ts';
import { useText } from '../../kit/i18n/index.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import './states.css';

const PAGE = 10;

const shown = (value: unknown) => (typeof value === 'number' ? formatNumber(value) : String(value ?? ''));

/** Shows the expected changes of a transition, from a call. */
export default function Foreseen({
  foresee: { call: id, columns, none },
  id: record,
}: {
  foresee: Foresee;
  id: number;
}) {
  const text = useText();
  const found = useQuery(
    {
      queryKey: ['foresee', id, record],
      queryFn: ({ signal }) =>
        call(id as OperationId, { path: { id: record } }, { signal }) as Promise<Values[]>,
      staleTime: 0,
    },
    queryClient,
  );
  return (
    <Table<Values>
      className="wd-foreseen"
      size="small"
      loading={found.isPending}
      dataSource={found.data ?? []}
      rowKey={(row) => JSON.stringify(row)}
      locale={{ emptyText: found.isPending ? '' : text(none) }}
      pagination={{ pageSize: PAGE, hideOnSinglePage: true, size: 'small', showSizeChanger: false }}
      columns={columns.map(({ field, title }) => ({
        title: text(title),
        dataIndex: field,
        align: typeof found.data?.[0]?.[field] === 'number' ? 'end' : 'start',
        render: shown,
      }))}
    />
  );
}
