import { Button } from 'antd';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useT } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { FormContext, SectionState } from '../model/formContext.ts';
import { Summary } from './Summary.tsx';
import './layouts.css';

interface Props {
  id: string;
  form: FormContext;
  values: object;
  grid(names: readonly string[]): ReactNode;
}

const MARK_SIZE = 14;

/** Renders the sections as tabs, each with its number of errors. Hidden tabs keep their input. */
export function TabsLayout({ id, form, grid }: Props) {
  const t = useT();
  const bar = useRef<HTMLDivElement>(null);
  const { sections, section, show } = form;
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (section + step + sections.length) % sections.length;
    show(next);
    bar.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <>
      <div ref={bar} className="wd-form-tabs" role="tablist" tabIndex={-1} onKeyDown={move}>
        {sections.map(({ title, errors }, index) => (
          <button
            key={title}
            type="button"
            role="tab"
            id={`${id}__tab${index}`}
            aria-controls={`${id}__panel${index}`}
            aria-selected={index === section}
            tabIndex={index === section ? 0 : -1}
            onClick={() => show(index)}
          >
            {title}
            {errors > 0 && (
              <span className="wd-form-count">
                <Icon name="warning" size={MARK_SIZE} label={t('form.sectionErrors', { count: errors })} />
                {errors}
              </span>
            )}
          </button>
        ))}
      </div>
      {sections.map((part, index) => (
        <div
          key={part.title}
          role="tabpanel"
          id={`${id}__panel${index}`}
          aria-labelledby={`${id}__tab${index}`}
          hidden={index !== section}
        >
          <Body section={part} grid={grid} />
        </div>
      ))}
    </>
  );
}

/** Renders the sections as steps. Each step is validated before the next. A summary precedes saving. */
export function StepsLayout({ id, form, values, grid }: Props) {
  const t = useT();
  const { sections, section, show } = form;
  const titles = [...sections.map(({ title }) => title), t('form.summary')];
  return (
    <>
      <ol className="wd-form-steps" aria-label={t('form.steps')}>
        {titles.map((title, index) => (
          <li
            key={title}
            data-done={index < section || undefined}
            aria-current={index === section ? 'step' : undefined}
          >
            <button type="button" disabled={index > section} onClick={() => show(index)}>
              <span className="wd-form-step-number">
                {index < section ? <Icon name="check" size={MARK_SIZE} /> : index + 1}
              </span>
              {title}
            </button>
          </li>
        ))}
      </ol>
      {sections.map((part, index) => (
        <section key={part.title} aria-label={part.title} hidden={index !== section}>
          <Body section={part} grid={grid} />
        </section>
      ))}
      {section === sections.length && <Summary form={form} values={values as Record<string, unknown>} />}
      {section > 0 && (
        <Button className="wd-form-back" id={`${id}__back`} onClick={() => show(section - 1)}>
          {t('form.back')}
        </Button>
      )}
    </>
  );
}

function Body({ section, grid }: { section: SectionState; grid: Props['grid'] }) {
  return (
    <div className="wd-form-part">
      {section.description && <p className="wd-field-help">{section.description}</p>}
      {grid(section.fields)}
    </div>
  );
}
