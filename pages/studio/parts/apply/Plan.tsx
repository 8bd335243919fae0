import { Alert } from 'antd';
import { useT, useText } from '../../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../../runtime/kit/theme/Icon.tsx';
import texts from '../../texts.json';
import type { Verdict } from '../document.ts';

type StudioPlan = NonNullable<Verdict['plan']>;

interface Props {
  plan: StudioPlan;
  /** The dialog asks separately which value replaces a removed choice. */
  asked?: boolean;
}

/** Shows how a definition changes its table: in words, with the SQL that would run. */
export function Plan({ plan, asked = false }: Props) {
  const t = useT(texts);
  const text = useText();
  const { steps, refused, breaches, taken, rows } = plan;
  return (
    <div className="wd-studio-plan">
      <p className="wd-studio-note">{t('studio.rows', { count: rows })}</p>
      {refused.map((reason) => (
        <Alert
          key={reason.en}
          type="error"
          showIcon
          title={t('studio.needsMigration')}
          description={text(reason)}
        />
      ))}
      {breaches.map((breach) => (
        <Alert
          key={`${breach.do} ${breach.what}`}
          type="error"
          showIcon
          title={t('studio.breach', { count: breach.rows })}
          description={t(`studio.step.${breach.do}`, { what: breach.what })}
        />
      ))}
      {!asked &&
        taken.map(({ entity, field, value, title, rows: count }) => (
          <Alert
            key={`${entity} ${field} ${value}`}
            type="warning"
            showIcon
            title={t('studio.takenNote', { count, choice: text(title) })}
          />
        ))}
      {steps.length === 0 && refused.length === 0 && (
        <p>
          <Icon name="check" /> {t('studio.tableStays')}
        </p>
      )}
      <ol>
        {steps.map((step) => (
          <li key={step.sql}>
            <p>{t(`studio.step.${step.do}`, { what: step.what })}</p>
            <code>{step.sql}</code>
          </li>
        ))}
      </ol>
    </div>
  );
}
