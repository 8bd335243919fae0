import { useEffect, useMemo } from 'react';
import { Link } from 'react-router';
import type { RecordListConfig } from '../../generated/types.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { useLiveRecords } from '../../runtime/board/records/useLiveRecords.ts';
import { useGuest } from '../../runtime/board/widget/guest.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { type Entity, entityRegistry } from '../../runtime/core/definitions/entities.ts';
import { fieldTypeOf } from '../../runtime/fieldTypes/index.ts';
import { learnLabels } from '../../runtime/form/values/refNames.ts';
import { useT, useText } from '../../runtime/kit/i18n/index.ts';
import { useEntityFor } from '../../runtime/kit/session/entityFor.ts';
import type { Column } from '../../runtime/kit/table/column.ts';
import { RowsTable } from '../../runtime/kit/table/RowsTable.tsx';
import { Cell } from '../../runtime/list/cell/Cell.tsx';
import { useRefNames } from '../../runtime/list/cell/useRefNames.ts';
import type { ListRecord } from '../../runtime/record/calls/useRecords.ts';
import { drillAddress } from '../../runtime/record/figures/drill.ts';
import { groupAsked } from '../../runtime/record/figures/question.ts';
import { listAskedColumns } from '../../runtime/record/figures/recordsQuestion.ts';
import { useListWay } from '../../runtime/record/figures/useListWay.ts';
import { listField } from '../../runtime/record/query/fields.ts';
import { readRecords } from './records.ts';
import './recordList.css';
import texts from './texts.json';

const isFigure = (entity: Entity, name: string): boolean =>
  fieldTypeOf(listField(entity, name)).filter === 'number';

type RowsProps = Pick<WidgetProps<RecordListConfig>, 'config' | 'context' | 'results'> & { of: Entity };

function Rows({ of, config: { question = {} }, context, results }: RowsProps) {
  const t = useT(texts);
  const text = useText();
  const guest = useGuest();
  const entity = useEntityFor(of, 'read');
  const way = useListWay(of.name, question.here ? context.stationSn : null);
  const shownWay = guest || context.editing ? null : way;
  const { records, total } = useMemo(() => readRecords(results[0]), [results]);
  useEffect(() => void learnLabels({ records }), [records]);
  const names = useMemo(() => listAskedColumns(entity, question), [entity, question]);
  const refs = useRefNames(entity, names, records);
  const columns = names.map((name, at): Column<ListRecord> => {
    const field = listField(entity, name);
    return {
      id: name,
      title: text(field.title ?? { zh: name, en: name }),
      figures: isFigure(entity, name),
      cell: (record) => {
        const cell = <Cell {...{ entity, name, record }} value={record[name]} names={refs} />;
        return at === 0 && shownWay ? <Link to={`${shownWay.page.route}/${record.id}`}>{cell}</Link> : cell;
      },
    };
  });
  if (records.length === 0)
    return <WidgetEmpty text={t('widget.recordList.none', { title: text(entity.title) })} />;
  const group = groupAsked(entity, question);
  const site = way?.site ? [way.site] : [];
  const nodes = [...site, ...(group ? [group] : [])];
  const more = t('widget.recordList.more', { shown: records.length, total });
  return (
    <div className="wd-recordlist">
      <RowsTable
        dense
        named
        narrow="scroll"
        label={text(entity.title)}
        rows={records}
        columns={columns}
        rowKey={({ id }) => id}
      />
      {total > records.length && (
        <p className="wd-recordlist-more">
          {shownWay ? (
            <Link
              to={drillAddress(shownWay.page.route, { join: 'and', nodes })}
              onClick={() => shownWay.follow()}
            >
              {more}
            </Link>
          ) : (
            more
          )}
        </p>
      )}
    </div>
  );
}

/** Shows records that match the board's conditions, with the columns of their list. Each row links to its record. */
export function RecordList(props: WidgetProps<RecordListConfig>) {
  const { config, results, status, retry, refresh } = props;
  const entity = entityRegistry.get(config.question?.entity ?? '');
  useLiveRecords(entity, refresh);
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[90, 70, 85, 60]} />;
  if (!entity || results[0]?.ok === false) return <WidgetFailed retry={retry} msg={results[0]?.msg} />;
  return <Rows of={entity} {...props} />;
}
