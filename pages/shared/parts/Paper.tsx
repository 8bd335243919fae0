import type { Data } from '../../../generated/calls.ts';
import type { Field } from '../../../generated/definition.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { fieldTypeOf } from '../../../runtime/fieldTypes/index.ts';
import { isNumeric } from '../../../runtime/fieldTypes/valueText.ts';
import { ShownValue } from '../../../runtime/form/shown/ShownValue.tsx';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import './paper.css';

type Shared = Data<'recordByLink'>;
type Lines = Shared['lines'][number];

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Shows rows with headings: as a table, or as cards on a phone. */
function Rows({
  fields,
  names,
  rows,
}: {
  fields: Record<string, Field>;
  names: readonly string[];
  rows: readonly Values[];
}) {
  const text = useText();
  // Returns the unit of a column. For amounts the heading contains the currency.
  const unitOf = (field: Field) => (fieldTypeOf(field).hasCurrency ? (field['x-unit'] ?? '') : '');
  const heading = (name: string) => {
    const { title, ...field } = fields[name] ?? {};
    const unit = unitOf(field);
    return `${title ? text(title) : name}${unit ? ` (${unit})` : ''}`;
  };
  const bare = (field: Field): Field => (fieldTypeOf(field).hasCurrency ? { ...field, 'x-unit': '' } : field);
  const side = (name: string) => (isNumeric(fields[name] ?? {}) ? 'end' : undefined);
  return (
    <table className="wd-paper-rows">
      <thead>
        <tr>
          {names.map((name) => (
            <th key={name} scope="col" data-side={side(name)}>
              {heading(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no ids and never change
          <tr key={at}>
            {names.map((name) => (
              <td
                key={name}
                data-side={side(name)}
                data-title={heading(name)}
                data-empty={isEmpty(row[name])}
              >
                <ShownValue field={bare(fields[name] ?? {})} value={row[name]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LinesPart({ lines: { item, fields, rows, sums } }: { lines: Lines }) {
  const text = useText();
  const { title, properties = {} } = item as Field;
  const label = title ? text(title) : undefined;
  const known = fields.filter((name) => rows.some((row) => !isEmpty(row[name])));
  return (
    <section className="wd-paper-lines" aria-label={label}>
      {label && <h2>{label}</h2>}
      <Rows fields={properties} names={known} rows={rows} />
      {sums.length > 0 && (
        <div className="wd-paper-sums">
          <Rows fields={properties} names={Object.keys(sums[0] ?? {})} rows={sums} />
        </div>
      )}
    </section>
  );
}

function ContactPart({ name, phone, email }: NonNullable<Shared['contact']>) {
  const t = useT(texts);
  return (
    <address className="wd-paper-contact">
      <span>{t('shared.contact', { name })}</span>
      {phone && <a href={`tel:${phone}`}>{phone}</a>}
      {email && <a href={`mailto:${email}`}>{email}</a>}
    </address>
  );
}

/** Shows a record as a document: its sender, its values, its lines and their sums. */
export function Paper({ shared: { title, from, schema, values, lines, contact } }: { shared: Shared }) {
  const text = useText();
  const fields = Object.entries((schema as Field).properties ?? {}).filter(
    ([name]) => !isEmpty(values[name]),
  );
  // Sums are shown below the lines.
  const isSum = ([, { format }]: [string, Field]) => format === 'money' && lines.length > 0;
  const facts = fields.filter((field) => !isSum(field));
  const sums = fields.filter(isSum);
  const list = (shown: typeof fields, className: string) => (
    <dl className={className}>
      {shown.map(([name, field]) => (
        <div key={name} data-wide={field['x-control'] === 'textarea'}>
          <dt>{field.title ? text(field.title) : name}</dt>
          <dd>
            <ShownValue field={field} value={values[name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
  return (
    <article className="wd-paper">
      <header>
        <p>{text(from)}</p>
        <h1>{text(title)}</h1>
      </header>
      {list(facts, 'wd-paper-facts')}
      {lines.map((one) => (
        <LinesPart key={one.name} lines={one} />
      ))}
      {sums.length > 0 && list(sums, 'wd-paper-total')}
      {contact && <ContactPart {...contact} />}
    </article>
  );
}
