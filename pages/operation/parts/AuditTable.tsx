import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { moment_format } from '../../../runtime/core/format.ts';
import { LANG_NAMES, useT, useText } from '../../../runtime/i18n/index.ts';
import { Changes } from '../../../runtime/record/Changes.tsx';
import { AUDIT_ACTIONS } from './AuditFilters.tsx';
import type { AuditLine } from './useAudit.ts';
import '../../../runtime/list/cards.css';
import '../../../runtime/list/table/table.css';

/** So many fields of one change are shown at once. */
const FEW = 3;

function useActionTitle(): (line: AuditLine) => string {
  const t = useT();
  const text = useText();
  return ({ entity, action }) => {
    const [kind, move] = action.split(':');
    const known = AUDIT_ACTIONS.find((one) => one === action);
    if (known) return t(`audit.do.${known}`);
    const transition = entityRegistry.get(entity)?.states?.transitions.find(({ name }) => name === move);
    if (kind === 'transition') return transition ? text(transition.title) : t('audit.do.transition');
    return action;
  };
}

/** What is noted of accounts, in words where it has some. */
function useNoted(): (field: string, value: unknown) => string {
  const t = useT();
  const words: Readonly<Record<string, string>> = {
    'lang zh': LANG_NAMES.zh,
    'lang en': LANG_NAMES.en,
    'theme default': t('me.themeDefault'),
    'theme dark': t('me.themeDark'),
  };
  return (field, value) =>
    typeof value === 'string' ? (words[`${field} ${value}`] ?? value) : JSON.stringify(value);
}

function Difference({ line }: { line: AuditLine }) {
  const t = useT();
  const text = useText();
  const noted = useNoted();
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
              <dd>{noted(field, after)}</dd>
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
              <td className="wd-figures">{moment_format(line.at, 'second')}</td>
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
              {moment_format(line.at, 'second')}
            </time>
          </div>
          <span>{line.userName || t('audit.system')}</span>
          <Difference line={line} />
        </li>
      ))}
    </ul>
  );
}
