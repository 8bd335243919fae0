/** The same fields twice: in our form, and in RJSF as it comes. `?form=ours|bare&fields=60`; with `tap` a button opens it. */
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

const asked = new URLSearchParams(location.search);
const { field, pure } = makeFields(Number(asked.get('fields') ?? 60));
const source: FormSource = { name: 'bench', schema: field, pure };
const validator = customizeValidator();

function Ours() {
  const [value, setValue] = useState<Record<string, unknown>>({});
  return <Form form={source} value={value} onChange={setValue} />;
}

/** Controlled, as an application that keeps the values has it. */
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

/** A page that leads to the form and back, below what it has besides. */
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

/** A list has these, and with them their look. */
const LIST_TOOLS = (
  <>
    <Input.Search aria-label="Search" />
    <Select aria-label="Filter" />
  </>
);

const isOurs = asked.get('form') === 'ours';
const around = (form: ReactNode) =>
  asked.has('tap') ? <Tapped beside={isOurs && LIST_TOOLS}>{form}</Tapped> : form;
await startLang();
await loadAllTexts();
createRoot(document.getElementById('root')!).render(
  isOurs ? <ThemeProvider>{around(<Ours />)}</ThemeProvider> : around(<Bare />),
);
