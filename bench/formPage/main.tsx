/**
 * Shows the same fields in our form or in RJSF with its defaults. `?form=ours|bare&fields=60` selects them; with `tap`
 * a button opens the form.
 */
import BareForm from '@rjsf/core';
import { customizeValidator } from '@rjsf/validator-ajv8';
import { Input, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { FormSource } from '../../runtime/form/model/formSource.ts';
import { Form } from '../../runtime/form/screen/Form.tsx';
import { loadAllTexts, startLang } from '../../runtime/kit/i18n/index.ts';
import { ThemeProvider } from '../../runtime/kit/theme/ThemeProvider.tsx';
import { makeFields } from './fields.ts';

const parameters = new URLSearchParams(location.search);
const { field, pure } = makeFields(Number(parameters.get('fields') ?? 60));
const source: FormSource = { name: 'bench', schema: field, pure };
const validator = customizeValidator();

function Ours() {
  const [value, setValue] = useState<Record<string, unknown>>({});
  return <Form form={source} value={value} onChange={setValue} />;
}

/** A controlled form, as in an application that stores the values. */
function Bare() {
  const [value, setValue] = useState<Record<string, unknown>>({});
  return (
    <BareForm
      schema={pure}
      formData={value}
      validator={validator}
      onChange={(event) => setValue(event.formData)}
    />
  );
}

/** A page that opens and closes the form below its other content. */
function Tapped({ beside, children }: { beside?: ReactNode; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" id="open" onClick={() => setOpen(!isOpen)}>
        Open
      </button>
      {beside}
      {isOpen && children}
    </>
  );
}

/** The tools of a list, which load their styles. */
const LIST_TOOLS = (
  <>
    <Input.Search aria-label="Search" />
    <Select aria-label="Filter" />
  </>
);

const isOurs = parameters.get('form') === 'ours';
const around = (form: ReactNode) =>
  parameters.has('tap') ? <Tapped beside={isOurs && LIST_TOOLS}>{form}</Tapped> : form;
await startLang();
await loadAllTexts();
createRoot(document.getElementById('root')!).render(
  isOurs ? <ThemeProvider>{around(<Ours />)}</ThemeProvider> : around(<Bare />),
);
