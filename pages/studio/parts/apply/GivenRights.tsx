import '../../../../runtime/core/definitions/allEntities.ts';
import { Checkbox } from 'antd';
import { SEEDED_ROLES, type SeededRole } from '../../../../runtime/core/access/seededRoles.ts';
import { languageOf } from '../../../../runtime/core/text/lang.ts';
import { reachOf } from '../../../../runtime/form/rights/scopes.ts';
import { useLang, useT, useText } from '../../../../runtime/kit/i18n/index.ts';
import texts from '../../texts.json';
import { entityOf } from '../design/entityDoc.ts';
import { useRightName } from '../design/rules/RightsTable.tsx';
import { rightTable } from '../design/rules/roleRights.ts';
import type { Document, Verdict } from '../document.ts';

interface Props {
  document: Document;
  rights: Verdict['rights'];
  roles: readonly SeededRole[];
  onRoles(roles: SeededRole[]): void;
}

/** Asks which roles of the tenant get the rights that the definition newly gives. */
export function GivenRights({ document, rights, roles, onRoles }: Props) {
  const t = useT(texts);
  const text = useText();
  const lang = useLang();
  const nameOf = useRightName();
  const { actions } = rightTable(entityOf(document));
  /** Rights on lines follow those on the record, so they are not listed. */
  const words = (permissions: readonly string[]) =>
    actions
      .flatMap((row) => {
        const reach = reachOf(permissions, row.key);
        if (reach === 'none') return [];
        return reach === 'tenant' ? nameOf(row) : `${nameOf(row)} (${t(`access.reach.${reach}`)})`;
      })
      .join(languageOf(lang).comma);
  return (
    <fieldset className="wd-studio-given">
      <legend>{t('studio.given')}</legend>
      {rights.map(({ role, permissions }) => (
        <Checkbox
          key={role}
          checked={roles.includes(role)}
          onChange={({ target }) =>
            onRoles(target.checked ? [...roles, role] : roles.filter((one) => one !== role))
          }
        >
          <strong>{text(SEEDED_ROLES[role])}</strong> {words(permissions) || t('studio.givenLines')}
        </Checkbox>
      ))}
      <p className="wd-studio-note">{t('studio.givenHelp')}</p>
    </fieldset>
  );
}
