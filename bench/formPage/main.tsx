/** The same 60 fields twice: in our form, and in RJSF as it comes. `?form=ours|bare` */
import BareForm from '@rjsf/core';
import { customizeValidator } from '@rjsf/validator-ajv8';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { FormSource } from '../../runtime/form/model/formSource.ts';
import { Form } from '../../runtime/form/screen/Form.tsx';
import { loadAllTexts, startLang } from '../../runtime/kit/i18n/index.ts';
import { ThemeProvider } from '../../runtime/kit/theme/ThemeProvider.tsx';
import { makeFields } from './fields.ts';

const { field, pure } = makeFields();
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

const isOurs = new URLSearchParams(location.search).get('form') === 'ours';
await startLang();
await loadAllTexts();
createRoot(document.getElementById('root')!).render(
  isOurs ? (
    <ThemeProvider>
      <Ours />
    </ThemeProvider>
  ) : (
    <Bare />
  ),
);
