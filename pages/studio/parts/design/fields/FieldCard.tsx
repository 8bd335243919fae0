import { Button } from 'antd';
import type { PointerEvent } from 'react';
import { useT, useText } from '../../../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../../../runtime/kit/theme/Icon.tsx';
import { copyField, dropField, listFixedKeys, type Part, partOf } from '../changes.ts';
import { useDesign } from '../designContext.ts';
import { titleOfField } from '../entityDoc.ts';
import { Grip } from '../Grip.tsx';
import { Mistakes } from '../Mistakes.tsx';
import { fieldMistakes } from '../mistakes.ts';
import { fieldPointer, problemsAt } from '../places.ts';
import texts from '../texts.json';
import { Wrong } from '../Wrong.tsx';
import { FieldPanel } from './FieldPanel.tsx';
import { titleOfKind } from './fieldForm.ts';
import { readField } from './fields.ts';
import { iconOfKind } from './kindIcons.ts';

interface Props {
  part: Part;
  name: string;
  isOpen: boolean;
  onOpen(name: string | null): void;
  onGrip(event: PointerEvent<HTMLElement>): void;
  onStep(by: -1 | 1): void;
}

/** Shows a field as a card: its name, its kind, its errors. When opened, it shows all settings. */
export function FieldCard({ part, name, isOpen, onOpen, onGrip, onStep }: Props) {
  const t = useT(texts);
  const text = useText();
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
  const isWrong = problemsAt(problems, fieldPointer(part, name)).length > 0;
  return (
    <article className="wd-design-card" data-wrong={isWrong || undefined} data-open={isOpen || undefined}>
      <header>
        {!readOnly && <Grip axis="y" {...{ title, onGrip, onStep }} />}
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
      <Wrong {...{ problems }} pointer={fieldPointer(part, name)} />
      <Mistakes mistakes={fieldMistakes(whole, part, name, listFixedKeys(held, part).has(name))} />
      {isOpen && <FieldPanel {...{ part, name, onOpen }} />}
    </article>
  );
}
