import { getUiOptions, type ObjectFieldTemplateProps } from '@rjsf/utils';
import { Fragment, type ReactNode } from 'react';
import type { FormLayout, FormSection } from '../model/build.ts';
import type { FormContext } from '../model/formContext.ts';
import type { TableColumn } from '../model/heading.ts';
import { setSection } from '../model/sectionSet.ts';
import { ClosedSection } from './ClosedSection.tsx';
import { StepsLayout, TabsLayout } from './Layouts.tsx';
import { TableRow } from './TableRow.tsx';
import { useDrawn } from './useDrawn.ts';

type Properties = ObjectFieldTemplateProps['properties'];

/** Number of fields that fill a screen. */
const FIRST_FIELDS = { desk: 36, phone: 12 };

/** Renders the fields of an object on a grid with up to three columns, in sections, tabs or steps. */
export function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const { properties, uiSchema, title, fieldPathId } = props;
  const options = getUiOptions(uiSchema);
  const sections = options.sections as unknown as FormSection[] | undefined;
  const all = inOrder(
    properties.filter(({ hidden }) => !hidden),
    sections,
  );
  const count = useDrawn(all.length, FIRST_FIELDS);
  const row = options.row as unknown as TableColumn[] | undefined;
  if (row) return <TableRow columns={row} properties={properties} />;
  const columns = options.columns as number | undefined;
  const shown = all.slice(0, count);
  const byName = new Map(shown.map((property) => [property.name, property]));
  const grid = (names: readonly string[]): ReactNode => (
    <Grid fields={names.flatMap((name) => byName.get(name) ?? [])} columns={columns} />
  );
  const layout = options.layout as FormLayout | undefined;
  if (layout === 'tabs' || layout === 'steps') {
    const Layout = layout === 'tabs' ? TabsLayout : StepsLayout;
    const form = props.registry.formContext as FormContext;
    return <Layout id={fieldPathId.$id} form={form} values={(props.formData ?? {}) as object} grid={grid} />;
  }
  if (sections) {
    return sections.map((section) => {
      if (!section.fields.some((name) => byName.has(name))) return null;
      const headingId = `${fieldPathId.$id}__${section.fields[0]}__section`;
      if (section.collapsed) {
        const count = setSection(props.schema, props.formData, section.fields);
        return (
          <ClosedSection key={headingId} title={section.title} count={count}>
            {grid(section.fields)}
          </ClosedSection>
        );
      }
      return (
        <section
          className="wd-form-section"
          key={headingId}
          aria-labelledby={section.title ? headingId : undefined}
        >
          {section.title && <h2 id={headingId}>{section.title}</h2>}
          {section.description && <p className="wd-field-help">{section.description}</p>}
          {grid(section.fields)}
        </section>
      );
    });
  }
  if (!title) return <Grid fields={shown} columns={columns} />;
  return (
    <fieldset className="wd-form-group">
      <legend>{title}</legend>
      <Grid fields={shown} columns={columns} />
    </fieldset>
  );
}

/** Returns the fields in display order. */
function inOrder(fields: Properties, sections: readonly FormSection[] | undefined): Properties {
  if (!sections) return fields;
  const byName = new Map(fields.map((property) => [property.name, property]));
  return sections.flatMap((section) => section.fields.flatMap((name) => byName.get(name) ?? []));
}

function Grid({ fields, columns }: { fields: Properties; columns?: number }) {
  return (
    <div className="wd-form-grid" data-columns={columns}>
      {fields.map(({ name, content }) => (
        <Fragment key={name}>{content}</Fragment>
      ))}
    </div>
  );
}
