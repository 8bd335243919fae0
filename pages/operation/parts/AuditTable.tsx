import '../../../runtime/core/definitions/allEntities.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { formatMoment, formatZone } from '../../../runtime/core/numbers/format.ts';
import { auditActionTitle, noteField } from '../../../runtime/core/text/auditWords.ts';
import { ShownValue } from '../../../runtime/form/shown/ShownValue.tsx';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import type { Column } from '../../../runtime/kit/table/column.ts';
import { orderOf } from '../../../runtime/kit/table/order.ts';
import { RowsTable } from '../../../runtime/kit/table/RowsTable.tsx';
import { Changes } from '../../../runtime/record/activity/Changes.tsx';
import texts from '../texts.json';
import { AUDIT_SORTED, type AuditLine, type AuditSort } from './useAudit.ts';

/** Maximum number of fields shown for a change. */
const FEW = 3;

function useActionTitle(): (line: AuditLine) => string {
  const text = useText();
  return ({ entity, action }) => text(auditActionTitle(action, entityRegistry.get(entity)));
}

function Difference({ line }: { line: AuditLine }) {
  const t = useT(texts);
  const text = useText();
  const entity = entityRegistry.get(line.entity);
  const known = line.changes.filter(({ field }) => entity?.schema.properties?.[field]);
  const others = line.changes.filter(({ field }) => !entity?.schema.properties?.[field]);
  const side = line.action === 'create' ? 'after' : line.action === 'delete' ? 'before' : undefined;
  const shown = (changes: typeof known) =>
    entity && (
      <Changes
        entity={entity}
        side={side}
        changes={changes.map(({ field, before, after }) => ({
          field,
          before: before ?? null,
          after: after ?? null,
        }))}
      />
    );
  if (line.concealed) return <span className="wd-quiet">{t('audit.concealed')}</span>;
  return (
    <>
      {known.length > 0 && shown(known.slice(0, FEW))}
      {known.length > FEW && (
        <details>
          <summary>{t('audit.more', { count: known.length - FEW })}</summary>
          {shown(known.slice(FEW))}
        </details>
      )}
      {others.length > 0 && (
        <dl className="wd-changes">
          {others.map(({ field, title, after }) => (
            <div key={field}>
              <dt>{text(title)}</dt>
              <dd>
                <ShownValue field={noteField(field, line.action, entity) ?? {}} value={after} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** Shows the record's name with its number on hover, or only the number. */
function RecordName({ line: { recordId, recordName } }: { line: AuditLine }) {
  const text = useText();
  if (!recordName) return <span className="wd-figures">{recordId}</span>;
  return <span title={recordId}>{text(recordName)}</span>;
}

interface Props {
  lines: readonly AuditLine[];
  sort: AuditSort | null;
  onSort(sort: AuditSort | null): void;
}

/** Lists actions, newest first, paged by the server. */
export function AuditTable({ lines, sort, onSort }: Props) {
  const t = useT(texts);
  const text = useText();
  const title = useActionTitle();
  const columns: Column<AuditLine>[] = [
    {
      id: 'time',
      title: t('audit.time'),
      width: 176,
      zone: formatZone(),
      cell: ({ at }) => <time dateTime={at}>{formatMoment(at, 'second')}</time>,
    },
    {
      id: 'user',
      title: t('audit.user'),
      width: 128,
      cell: ({ userName }) => userName || t('audit.system'),
    },
    { id: 'action', title: t('audit.action'), width: 112, cell: title },
    {
      id: 'entity',
      title: t('audit.entity'),
      width: 160,
      wide: true,
      cell: (line) => (
        <>
          {text(line.title)} <RecordName line={line} />
        </>
      ),
    },
    {
      id: 'changes',
      title: t('audit.changes'),
      wide: true,
      cell: (line) => <Difference line={line} />,
    },
  ];
  return (
    <RowsTable
      card
      label={t('audit.title')}
      rows={lines}
      columns={columns}
      order={orderOf(AUDIT_SORTED, sort, onSort)}
      rowKey={({ id }) => id}
    />
  );
}
