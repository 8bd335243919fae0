import { type ReactNode, useState } from 'react';
import type { Field } from '../generated/definition.ts';
import { entities } from '../generated/entities.ts';
import { widgetForms } from '../generated/widgetForms.ts';
import { widgets } from '../generated/widgets.ts';
import type { SourceLang } from '../runtime/core/text/lang.ts';
import type { FormLayout } from '../runtime/form/model/build.ts';
import type { FormSource } from '../runtime/form/model/formSource.ts';
import { Form } from '../runtime/form/screen/Form.tsx';
import '../runtime/record/figures/connect.ts';
import type { ThemeName } from '../runtime/kit/theme/tokens.ts';
import type { StoryState } from './fakeServer.ts';
import { fieldGallery, type GalleryField } from './fieldGallery.ts';
import { pureField } from './pureField.ts';
import { frameStory } from './StoryFrame.tsx';
import { sampleRecord } from './sampleValue.ts';

const FAILURE = { zh: '服务器拒绝了这个值', en: 'The server refused this value' };

/** Shows a whole form of an entity or a widget, filled in. */
export function formStory(name: string, state: StoryState, theme: ThemeName, lang: SourceLang) {
  const form = formSource(name);
  return frameStory(state, theme, lang, () => <StoryForm form={form} state={state} lang={lang} />);
}

/** Shows a control in each of its states: empty, with a value, while its choices load, and refused by the server. */
export function fieldStory(name: GalleryField, state: StoryState, theme: ThemeName, lang: SourceLang) {
  const schema: Field = { type: 'object', properties: { value: fieldGallery[name] } };
  const form: FormSource = { name: `story/${name}`, schema, pure: pureField(schema) };
  return frameStory(state, theme, lang, () => <StoryForm form={form} state={state} lang={lang} />);
}

function formSource(name: string): FormSource {
  const [kind = '', key = ''] = name.split('/');
  if (kind === 'widget') {
    const type = key as keyof typeof widgets;
    const { config, ui } = widgets[type];
    return { name, schema: config, pure: widgetForms[type], ui };
  }
  const { schema, pure, ui } = entities[key as keyof typeof entities];
  return { name, schema, pure, ui };
}

interface StoryFormProps {
  form: FormSource;
  state: StoryState;
  lang: SourceLang;
  footer?: ReactNode;
}

function StoryForm({ form, state, lang, footer }: StoryFormProps) {
  const [value, setValue] = useState(() =>
    state === 'data' || state === 'failed' ? sampleRecord(form.schema) : {},
  );
  const first = Object.keys(form.schema.properties ?? {})[0];
  const errors = state === 'failed' && first ? [{ field: `/${first}`, msg: FAILURE[lang] }] : [];
  return (
    <Form
      form={form}
      value={value}
      onChange={setValue}
      context={{ stationSn: 'ST-01' }}
      serverErrors={errors}
      footer={footer}
    />
  );
}

/** Shows a form in each layout of sections that a definition may choose. */
export function layoutStory(layout: FormLayout, state: StoryState, theme: ThemeName, lang: SourceLang) {
  const { schema, pure, ui } = entities.station;
  const form: FormSource = {
    name: 'entity/station',
    schema,
    pure,
    ui: { ...ui, layout, columns: layout === 'sections' ? 3 : 2 },
  };
  return frameStory(state, theme, lang, () => (
    <StoryForm form={form} state={state} lang={lang} footer={<button type="submit">OK</button>} />
  ));
}

const MANY = 120;
/** The limit for a story that hangs. */
const LAST_DRAWN_MS = 120_000;

interface Canvas {
  findByLabelText(text: string, options: object, wait: { timeout: number }): Promise<HTMLElement>;
}

/** Shows a form that is longer than the screen, so that its lower part is rendered later. */
export function longStory(theme: ThemeName, lang: SourceLang) {
  const fields = Array.from({ length: MANY }, (_, at): [string, Field] => [
    `field${at + 1}`,
    { type: 'string', maxLength: 100, title: { zh: `项目 ${at + 1}`, en: `Item ${at + 1}` } },
  ]);
  const schema: Field = { type: 'object', properties: Object.fromEntries(fields) };
  const form: FormSource = { name: 'story/many', schema, pure: pureField(schema) };
  return {
    ...frameStory('data', theme, lang, () => <StoryForm form={form} state="data" lang={lang} />),
    play: async ({ canvas }: { canvas: Canvas }) => {
      await canvas.findByLabelText(fields.at(-1)![1].title![lang], {}, { timeout: LAST_DRAWN_MS });
    },
  };
}
