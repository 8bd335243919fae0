import { Button, Input } from 'antd';
import type { Condition } from '../../../generated/definition.ts';
import { type Drawing, subjectOf } from '../../../runtime/core/automation/drawing.ts';
import { compileText, textOf } from '../../../runtime/core/expressionText/index.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import { ConditionField } from '../../../runtime/record/filter/ConditionField.tsx';
import { type Part, partOf, setCondition, setEffect } from '../model/edit.ts';
import texts from '../texts.json';
import { EffectFields } from './EffectFields.tsx';
import { isEffectKind } from './PartCard.tsx';
import { TriggerFields } from './TriggerFields.tsx';
import type { Problem } from './useDesign.ts';

interface Props {
  drawing: Drawing;
  part: Part;
  problems: readonly Problem[];
  onChange(drawing: Drawing): void;
  onRemove(): void;
  onClose(): void;
}

/** Shows the settings of a part beside the drawing. */
export function PartPanel({ drawing, part, problems, onChange, onRemove, onClose }: Props) {
  const t = useT(texts);
  const text = useText();
  const effect = typeof part === 'number' ? drawing.do[part] : undefined;
  const title = effect
    ? isEffectKind(effect.do)
      ? t(`automation.effect.${effect.do}`)
      : effect.do
    : t(part === 'condition' ? 'automation.part.condition' : 'automation.part.trigger');
  return (
    <aside className="wd-flow-panel wd-card" aria-label={t('automation.settingsOf', { title })}>
      <header>
        <h3>{title}</h3>
        {effect && (
          <Button type="text" danger icon={<Icon name="delete" />} onClick={onRemove}>
            {t('automation.remove')}
          </Button>
        )}
        <Button type="text" icon={<Icon name="close" />} aria-label={t('common.close')} onClick={onClose} />
      </header>
      {problems
        .filter(({ pointer }) => partOf(pointer) === part)
        .map((problem) => (
          <p key={problem.pointer + problem.text.en} className="wd-flow-problem" data-level="error">
            <Icon name="error" /> {text(problem.text)}
          </p>
        ))}
      {part === 'trigger' && <TriggerFields drawing={drawing} onChange={onChange} />}
      {part === 'condition' && <ConditionFields drawing={drawing} onChange={onChange} />}
      {effect && typeof part === 'number' && (
        <EffectFields
          drawing={drawing}
          effect={effect}
          onChange={(next) => onChange(setEffect(drawing, part, next))}
        />
      )}
    </aside>
  );
}

/** Parses the text of a condition. Null for an invalid text, which is edited as text. */
function readCondition(written: string | undefined): Condition | null {
  if (written === undefined) return {};
  const compiled = compileText(written, 'condition');
  return 'value' in compiled ? (compiled.value as Condition) : null;
}

/** Edits the condition with pickers, or as text. */
function ConditionFields({ drawing, onChange }: { drawing: Drawing; onChange(drawing: Drawing): void }) {
  const t = useT(texts);
  const subject = subjectOf(drawing);
  const when = readCondition(drawing.if);
  return (
    <>
      {subject && when && (
        <ConditionField
          entity={subject}
          when={when}
          onChange={(next) =>
            onChange(setCondition(drawing, Object.keys(next).length === 0 ? '' : textOf(next, 'condition')))
          }
        />
      )}
      <div className="wd-flow-field">
        <span>{t('automation.asText')}</span>
        <Input.TextArea
          aria-label={t('automation.asText')}
          placeholder={t('automation.always')}
          autoSize={{ minRows: 2, maxRows: 6 }}
          maxLength={2000}
          value={drawing.if ?? ''}
          onChange={({ target }) => onChange(setCondition(drawing, target.value))}
        />
      </div>
    </>
  );
}
