import '../../core/definitions/allEntities.ts';
import { entityRegistry } from '../../core/definitions/entities.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import './access.css';

interface Rule {
  field: string;
  rule: 'hidden' | 'read';
}

/** Shows field rules as text. */
export default function FieldRulesShown({ value }: { value: readonly Rule[] }) {
  const t = useT();
  const text = useText();
  return (
    <dl className="wd-permissions">
      {value.map(({ field, rule }) => {
        const [name = '', of = ''] = field.split('.');
        const entity = entityRegistry.get(name);
        const title = entity?.schema.properties?.[of]?.title;
        return (
          <div key={field}>
            <dt>{entity && title ? `${text(entity.title)} · ${text(title)}` : field}</dt>
            <dd>{t(`access.rule.${rule}`)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
