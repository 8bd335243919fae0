import { getUiOptions, type ObjectFieldTemplateProps } from '@rjsf/utils';
import { Fragment } from 'react';
import type { FormSection } from '../build.ts';

type Properties = ObjectFieldTemplateProps['properties'];

/** The fields of an object on a grid of one or two columns, in the sections of its definition. */
export function ObjectFieldTemplate({ properties, uiSchema, title, fieldPathId }: ObjectFieldTemplateProps) {
  const sections = getUiOptions(uiSchema).sections as unknown as FormSection[] | undefined;
  const shown = properties.filter(({ hidden }) => !hidden);
  if (sections) {
    const byName = new Map(shown.map((property) => [property.name, property]));
    return sections.map((section) => {
      const fields = section.fields.flatMap((name) => byName.get(name) ?? []);
      if (fields.length === 0) return null;
      const headingId = `${fieldPathId.$id}__${section.fields[0]}__section`;
      return (
        <section
          className="wd-form-section"
          key={headingId}
          aria-labelledby={section.title ? headingId : undefined}
        >
          {section.title && <h2 id={headingId}>{section.title}</h2>}
          <Grid fields={fields} />
        </section>
      );
    });
  }
  if (!title) return <Grid fields={shown} />;
  return (
    <fieldset className="wd-form-group">
      <legend>{title}</legend>
      <Grid fields={shown} />
    </fieldset>
  );
}

function Grid({ fields }: { fields: Properties }) {
  return (
    <div className="wd-form-grid">
      {fields.map(({ name, content }) => (
        <Fragment key={name}>{content}</Fragment>
      ))}
    </div>
  );
}
