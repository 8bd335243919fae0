import { fieldState, type Values } from '../../core/rules/rule.ts';
import { useText } from '../../kit/i18n/index.ts';
import type { FormContext } from '../model/formContext.ts';
import { ShownValue } from '../shown/ShownValue.tsx';

/** Shows all input before saving. */
export function Summary({ form, values }: { form: FormContext; values: Values }) {
  const text = useText();
  const { field, context, sections } = form;
  return sections.map((section) => (
    <section key={section.title} className="wd-form-section">
      <h2>{section.title}</h2>
      <dl className="wd-form-summary">
        {section.fields.map((name) => {
          const child = field.properties?.[name];
          if (!child?.title || child.readOnly || child['x-control'] === 'hidden') return null;
          if (!fieldState(child, name, field, values, context).visible) return null;
          const secret = child['x-control'] === 'password' || child.writeOnly;
          return (
            <div key={name}>
              <dt>{text(child.title)}</dt>
              <dd>{secret ? '••••••' : <ShownValue field={child} value={values[name]} />}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  ));
}
