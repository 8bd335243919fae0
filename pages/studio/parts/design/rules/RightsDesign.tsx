import { Checkbox, Select } from 'antd';
import type { EntityDefinition } from '../../../../../generated/definition.ts';
import { useT, useText } from '../../../../../runtime/kit/i18n/index.ts';
import { useDesign } from '../designContext.ts';
import { titleOfField } from '../entityDoc.ts';
import texts from '../texts.json';
import { RightsTable } from './RightsTable.tsx';
import { ACTIONS, isOffered, offer, refsTo, setDepartment, setOwner } from './rightsChanges.ts';

/** Asks which operations exist for the records, who owns them, and what each role of a new tenant may do. */
export function RightsDesign() {
  const t = useT(texts);
  const text = useText();
  const { whole, held, readOnly, onChange } = useDesign();
  const change = (entity: EntityDefinition) => onChange({ ...whole, ...entity });
  const choices = (names: readonly string[]) =>
    names.map((value) => ({ value, label: text(titleOfField(whole, value)) }));
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
        <RightsTable />
        {whole.lines && <p className="wd-studio-note">{t('design.linesFollow')}</p>}
        <p className="wd-studio-note">{t('design.grantedHelp')}</p>
      </section>
    </div>
  );
}
