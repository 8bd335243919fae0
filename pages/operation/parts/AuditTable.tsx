import { AUDIT_NOTES, auditActionTitle } from '../../../runtime/core/auditWords.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { formatMoment } from '../../../runtime/core/format.ts';
import { ShownValue } from '../../../runtime/form/shown/ShownValue.tsx';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { Changes } from '../../../runtime/record/activity/Changes.tsx';
import type { AuditLine } from './useAudit.ts';
import '../../../runtime/list/cards/cards.css';
import '../../../runtime/list/table/table.css';

/** So many fields of one change are shown at once. */
const FEW = 3;

function useActionTitle(): (line: AuditLine) => string {
  const text = useText();
  return ({ entity, action }) => text(auditActionTitle(action, entityRegistry.get(entity)));
}

function Difference({ line }: { line: AuditLine }) {
  const t = useT();
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
                <ShownValue field={AUDIT_NOTES[field] ?? {}} value={after} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** What the record is called; its number where it has no name, and behind the name for whoever points at it. */
function RecordName({ line: { recordId, recordName } }: { line: AuditLine }) {
  const text = useText();
  if (!recordName) return <span className="wd-figures">{recordId}</span>;
  return <span title={recordId}>{text(recordName)}</span>;
}

export function AuditTable({ lines }: { lines: readonly AuditLine[] }) {
  const t = useT();
  const text = useText();
  const title = useActionTitle();
  return (
    <div className="wd-table-frame wd-card">
      <table className="wd-table wd-audit-table">
        <thead>
          <tr>
            <th scope="col">{t('audit.time')}</th>
            <th scope="col">{t('audit.user')}</th>
            <th scope="col">{t('audit.action')}</th>
            <th scope="col">{t('audit.entity')}</th>
            <th scope="col">{t('audit.changes')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td className="wd-figures">{formatMoment(line.at, 'second')}</td>
              <td>{line.userName || t('audit.system')}</td>
              <td>{title(line)}</td>
              <td>
                {text(line.title)} <RecordName line={line} />
              </td>
              <td>
                <Difference line={line} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The same on a phone: one card a line. */
export function AuditCards({ lines }: { lines: readonly AuditLine[] }) {
  const t = useT();
  const text = useText();
  const title = useActionTitle();
  return (
    <ul className="wd-list-cards">
      {lines.map((line) => (
        <li key={line.id} className="wd-list-card wd-card">
          <div className="wd-list-card-head">
            <strong>
              {`${title(line)} · ${text(line.title)} `}
              <RecordName line={line} />
            </strong>
            <time className="wd-figures" dateTime={line.at}>
              {formatMoment(line.at, 'second')}
            </time>
          </div>
          <span>{line.userName || t('audit.system')}</span>
          <Difference line={line} />
        </li>
      ))}
    </ul>
  );
}
