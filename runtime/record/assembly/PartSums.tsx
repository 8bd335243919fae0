import { useQuery } from '@tanstack/react-query';
import { Checkbox, Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import type { Data } from '../../../generated/calls.ts';
import { formatNumber } from '../../core/numbers/format.ts';
import { ShownValue } from '../../form/shown/ShownValue.tsx';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { useRefSearch } from '../../form/values/refs.ts';
import { call } from '../../kit/api/client.ts';
import { useT } from '../../kit/i18n/index.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { ListFailed } from '../../kit/states/ListStates.tsx';
import { PageSkeleton } from '../../kit/states/PageSkeleton.tsx';
import type { Column } from '../../kit/table/column.ts';
import { RowsTable } from '../../kit/table/RowsTable.tsx';
import type { AssemblyViewProps, AssemblyWords } from './assembly.ts';
import { useFieldTitle } from './RecordName.tsx';
import texts from './texts.json';

type Row = Data<'recordAssembly'>['rows'][number];
type Key = string | number;

/** The record for comparison. */
interface Other {
  id: number;
  name: string;
}

/** Shows the total of parts at all levels, with equal parts added. Optionally compares another record. */
export function PartSums({ entity, record, words }: AssemblyViewProps) {
  const t = useT(texts);
  const [other, setOther] = useState<Other | null>(null);
  const [isOnly, setOnly] = useState(false);
  const { data, isError, refetch } = useQuery(
    {
      queryKey: ['records', entity.name, 'assembly', record.id, other?.id],
      queryFn: ({ signal }) =>
        call(
          'recordAssembly',
          { path: { entity: entity.name, id: record.id }, query: other ? { with: other.id } : {} },
          { quiet: true, signal },
        ),
      placeholderData: (previous) => previous,
    },
    queryClient,
  );
  const columns = useSumColumns(words, labelOfRecord(entity, record), other);
  if (isError && !data) return <ListFailed title={t('assembly.sums')} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const rows = isOnly && other ? data.rows.filter(({ change }) => change !== null) : data.rows;
  return (
    <>
      <div className="wd-assembly-tools">
        <OtherSelect {...{ entity, other }} own={record.id} onChange={setOther} />
        {other && (
          <Checkbox checked={isOnly} onChange={({ target }) => setOnly(target.checked)}>
            {t('assembly.only')}
          </Checkbox>
        )}
        <span className="wd-field-help">{t('assembly.counted', { count: data.parts })}</span>
      </div>
      <RowsTable<Row>
        card
        label={t('assembly.sums')}
        rows={rows}
        columns={columns}
        rowKey={({ values }) => JSON.stringify(values)}
        empty={t(data.rows.length > 0 ? 'assembly.same' : 'assembly.none')}
      />
      {data.total > data.rows.length && (
        <p className="wd-field-help">{t('assembly.cut', { total: data.total, count: data.rows.length })}</p>
      )}
    </>
  );
}

function useSumColumns({ alike }: AssemblyWords, own: string, other: Other | null): Column<Row>[] {
  const t = useT(texts);
  const titleOf = useFieldTitle();
  const named = alike.map(
    ([name, field]): Column<Row> => ({
      id: name,
      title: titleOf(name, field),
      value: ({ values }) => String(values[name] ?? ''),
      cell: ({ values }) => <ShownValue field={field} value={values[name]} />,
    }),
  );
  const figure = (id: 'quantity' | 'other', title: string): Column<Row> => ({
    ...{ id, title, figures: true },
    value: (row) => row[id],
    cell: (row) => formatNumber(row[id]),
  });
  if (!other) return [...named, figure('quantity', t('assembly.total'))];
  const difference: Column<Row> = {
    id: 'change',
    title: t('assembly.difference'),
    value: ({ change }) => change ?? '',
    cell: ({ change }) => change && <mark className="wd-assembly-change">{t(`assembly.${change}`)}</mark>,
  };
  return [...named, figure('quantity', own), figure('other', other.name), difference];
}

interface SelectProps extends Pick<AssemblyViewProps, 'entity'> {
  own: number;
  other: Other | null;
  onChange(other: Other | null): void;
}

/** Lets the user choose the other record by typing. */
function OtherSelect({ entity, own, other, onChange }: SelectProps) {
  const t = useT(texts);
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const found = useRefSearch({ entity: entity.name, key: 'id' }, useDeferredValue(search), isOpen);
  const options = found.options.filter(({ value }) => Number(value) !== own);
  return (
    <Select<Key, { value: Key; label: string }>
      className="wd-assembly-other"
      aria-label={t('assembly.with')}
      placeholder={t('assembly.with')}
      value={other?.id}
      options={
        other && !options.some(({ value }) => Number(value) === other.id)
          ? [{ value: other.id, label: other.name }, ...options]
          : options
      }
      showSearch={{ filterOption: false, onSearch: setSearch }}
      onOpenChange={setOpen}
      loading={found.loading}
      notFoundContent={t(found.failed ? 'form.refFailed' : found.loading ? 'form.loading' : 'form.refEmpty')}
      allowClear
      onChange={(id, option) =>
        onChange(
          id === undefined || Array.isArray(option) || !option
            ? null
            : { id: Number(id), name: option.label },
        )
      }
    />
  );
}
