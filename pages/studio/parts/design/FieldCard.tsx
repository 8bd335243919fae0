import { Button } from 'antd';
import type { PointerEvent } from 'react';
import { useLang, useT, useText } from '../../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../../runtime/kit/theme/Icon.tsx';
import { copyField, dropField, keysFixed, type Part, partOf } from './changes.ts';
import { useDesign } from './designContext.ts';
import { titleOfField } from './entityDoc.ts';
import { FieldPanel } from './FieldPanel.tsx';
import { titleOfKind } from './fieldForm.ts';
import { readField } from './fields.ts';
import { iconOfKind } from './kindIcons.ts';
import { Mistakes } from './Mistakes.tsx';
import { fieldMistakes } from './mistakes.ts';
import { fieldPointer, problemsAt } from './places.ts';
import texts from './texts.json';

interface Props {
  part: Part;
  name: string;
  isOpen: boolean;
  onOpen(name: string | null): void;
  onGrip(event: PointerEvent<HTMLElement>): void;
  onStep(by: -1 | 1): void;
}

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** A field as a card: what it is called, its kind, what is wrong with it; opened, everything that can be said. */
export function FieldCard({ part, name, isOpen, onOpen, onGrip, onStep }: Props) {
  const t = useT(texts);
  const text = useText();
  const lang = useLang();
  const { whole, held, readOnly, problems, onChange } = useDesign();
  const entity = partOf(whole, part);
  if (!entity) return null;
  const title = text(titleOfField(entity, name));
  const { type, required, unique } = readField(entity, name);
  const traits = [
    text(titleOfKind(type)),
    required && t('design.required'),
    unique && t('design.unique'),
    entity.label === name && t('design.label'),
  ].filter(Boolean);
  const own = problemsAt(problems, fieldPointer(part, name));
  return (
    <article
      className="wd-design-card"
      data-wrong={own.length > 0 || undefined}
      data-open={isOpen || undefined}
    >
      <header>
        {!readOnly && (
          <button
            type="button"
            className="wd-design-grip"
            aria-label={t('design.move', { title })}
            aria-keyshortcuts="ArrowUp ArrowDown"
            title={t('design.moveHelp')}
            onPointerDown={onGrip}
            onKeyDown={(event) => {
              const by = STEPS[event.key];
              if (!by) return;
              event.preventDefault();
              onStep(by);
            }}
          >
            <Icon name="drag" />
          </button>
        )}
        <Icon name={iconOfKind(type)} />
        <button
          type="button"
          className="wd-design-name"
          aria-expanded={isOpen}
          onClick={() => onOpen(isOpen ? null : name)}
        >
          <b>{title}</b>
          <small>{traits.join(' · ')}</small>
        </button>
        {!readOnly && (
          <span className="wd-studio-tools">
            <Button
              type="text"
              size="small"
              icon={<Icon name="copy" />}
              aria-label={t('design.copyOf', { title })}
              onClick={() => {
                const copied = copyField(whole, part, name);
                onChange(copied.document);
                onOpen(copied.name);
              }}
            />
            <Button
              type="text"
              size="small"
              icon={<Icon name="delete" />}
              aria-label={t('design.removeOf', { title })}
              onClick={() => onChange(dropField(whole, part, name))}
            />
          </span>
        )}
      </header>
      {own.map((problem) => (
        <p key={problem.pointer + problem.en} className="wd-design-wrong" role="alert">
          <Icon name="alarm" /> {problem[lang]}
        </p>
      ))}
      <Mistakes mistakes={fieldMistakes(whole, part, name, keysFixed(held, part).has(name))} />
      {isOpen && <FieldPanel {...{ part, name, onOpen }} />}
    </article>
  );
}
