import {
  SEEDED_ROLE_KEYS,
  SEEDED_ROLES,
  type SeededRole,
} from '../../../../../runtime/core/access/seededRoles.ts';
import { ReachSelect } from '../../../../../runtime/form/rights/ReachSelect.tsx';
import '../../../../../runtime/form/rights/access.css';
import { type Reach, reachCommon, reachOf } from '../../../../../runtime/form/rights/scopes.ts';
import { useT, useText } from '../../../../../runtime/kit/i18n/index.ts';
import { useOwnPermissions } from '../../../../../runtime/kit/session/useGrantedPermissions.ts';
import { useDesign } from '../designContext.ts';
import texts from '../texts.json';
import { permissionsOf, type RightRow, rightTable, setAllRights, setRight } from './roleRights.ts';
import './rights.css';

/** Returns a function that names a row in the reader's language. */
export function useRightName(): (row: RightRow) => string {
  const t = useT(texts);
  const text = useText();
  return ({ name }) =>
    'action' in name
      ? t(`design.action.${name.action}`)
      : 'button' in name
        ? t('design.pressing', { title: text(name.button) })
        : t('design.seeing', { title: text(name.field) });
}

/** Edits what each role of a new tenant may do, with a column for each role. */
export function RightsTable() {
  const t = useT(texts);
  const text = useText();
  const nameOf = useRightName();
  const held = useOwnPermissions();
  const { whole, readOnly, onChange } = useDesign();
  const table = rightTable(whole);
  const select = (role: SeededRole, title: string, row: RightRow | null) => {
    const permissions = permissionsOf(whole, role);
    const change = (reach: Reach) =>
      onChange(row ? setRight(whole, role, row.key, reach) : setAllRights(whole, role, reach));
    return (
      <td key={role}>
        <ReachSelect
          label={`${text(SEEDED_ROLES[role])} · ${title}`}
          reach={row ? reachOf(permissions, row.key) : reachCommon(permissions, table)}
          permission={row?.key ?? `${whole.name}:*`}
          held={held}
          scoped={row?.scoped ?? true}
          disabled={readOnly}
          onChange={change}
        />
      </td>
    );
  };
  const line = (title: string, row: RightRow | null) => (
    <tr key={row?.key ?? '*'}>
      <th scope="row">{title}</th>
      {SEEDED_ROLE_KEYS.map((role) => select(role, title, row))}
    </tr>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls the table
    <section className="wd-design-rights" aria-label={t('design.granted')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <td />
            {SEEDED_ROLE_KEYS.map((role) => (
              <th key={role} scope="col">
                {text(SEEDED_ROLES[role])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {line(t('design.everything'), null)}
          {table.actions.map((row) => line(nameOf(row), row))}
        </tbody>
      </table>
    </section>
  );
}
