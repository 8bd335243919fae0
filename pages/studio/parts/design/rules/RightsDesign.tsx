import { Checkbox, Select } from 'antd';
import type { EntityDefinition } from '../../../../../generated/definition.ts';
import { useT, useText } from '../../../../../runtime/kit/i18n/index.ts';
import { useDesign } from '../designContext.ts';
import { titleOfField } from '../entityDoc.ts';
import { movesOf } from '../states/states.ts';
import texts from '../texts.json';
import { ACTIONS, isOffered, offer, refsTo, setDepartment, setOwner } from './rightsChanges.ts';

/** Asks which operations exist for the records, and who owns them. Roles decide which users may use them. */
export function RightsDesign() {
  const t = useT(texts);
  const text = useText();
  const { whole, held, readOnly, onChange } = useDesign();
  const change = (entity: EntityDefinition) => onChange({ ...whole, ...entity });
  const choices = (names: readonly string[]) =>
    names.map((value) => ({ value, label: text(titleOfField(whole, value)) }));
  const moves = movesOf(whole).filter(({ permission }) => permission === undefined);
  return (
    <div className="wd-design">
      <section aria-label={t('design.offered')}>
        <h3>{t('design.offered')}</h3>
        <span className="wd-design-add">
          {ACTIONS.map((action) => (
            <Checkbox
              key={action}
              checked={isOffered(whole, action)}
              disabled={readOnly || held !== null || action === 'list' || action === 'get'}
              onChange={({ target }) => change(offer(whole, action, target.checked))}
            >
              {t(`design.action.${action}`)}
            </Checkbox>
          ))}
        </span>
        {held && <p className="wd-studio-note">{t('design.offeredStay')}</p>}
      </section>
      <section aria-label={t('design.whose')}>
        <h3>{t('design.whose')}</h3>
        <span className="wd-design-add">
          <Select
            aria-label={t('design.owner')}
            placeholder={t('design.ownerMade')}
            allowClear
            disabled={readOnly}
            popupMatchSelectWidth={false}
            value={whole.owner}
            options={choices(refsTo(whole, 'user'))}
            onChange={(owner?: string) => change(setOwner(whole, owner))}
          />
          <Select
            aria-label={t('design.department')}
            placeholder={t('design.departmentOwner')}
            allowClear
            disabled={readOnly}
            popupMatchSelectWidth={false}
            value={whole.department}
            options={choices(refsTo(whole, 'dept'))}
            onChange={(department?: string) => change(setDepartment(whole, department))}
          />
        </span>
        <p className="wd-studio-note">{t('design.whoseHelp')}</p>
      </section>
      <section aria-label={t('design.granted')}>
        <h3>{t('design.granted')}</h3>
        <ul className="wd-design-displays">
          {ACTIONS.filter((action) => isOffered(whole, action)).map((action) => (
            <li key={action}>{t(`design.action.${action}`)}</li>
          ))}
          {moves.map(({ name, title }) => (
            <li key={name}>{t('design.pressing', { title: text(title) })}</li>
          ))}
        </ul>
        <p className="wd-studio-note">{t('design.grantedHelp')}</p>
      </section>
    </div>
  );
}
