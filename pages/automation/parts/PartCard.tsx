import { Button, Dropdown } from 'antd';
import type { KeyboardEvent } from 'react';
import type { Drawing } from '../../../runtime/core/automation/drawing.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import { EFFECT_KINDS, type EffectKind, type Part, partOf } from '../model/edit.ts';
import texts from '../texts.json';
import { EffectWords, TriggerWords } from './PartWords.tsx';
import type { Problem } from './useDesign.ts';

const EFFECT_ICONS: Readonly<Record<EffectKind, string>> = {
  assign: 'edit',
  create: 'plus',
  update: 'edit',
  move: 'check',
  notify: 'bell',
  mail: 'message',
  webhook: 'link',
};
const SIGN = 16;

/** Actions that change a part of the drawing. */
export interface PartActs {
  onOpen(part: Part | null): void;
  onRemove(at: number): void;
  onMove(at: number, by: -1 | 1): void;
  onInsert(at: number, kind: EffectKind): void;
}

export interface Shown {
  drawing: Drawing;
  problems: readonly Problem[];
  open: Part | null;
  /** Undefined for a read-only drawing. */
  acts?: PartActs | undefined;
}

export const isEffectKind = (kind: string): kind is EffectKind => EFFECT_KINDS.some((one) => one === kind);

/** Shows a part as a card. Enter opens its settings, Delete removes an effect, Alt with an arrow moves it. */
export function PartCard({ drawing, problems, open, acts, part }: Shown & { part: Part }) {
  const t = useT(texts);
  const effect = typeof part === 'number' ? drawing.do[part] : undefined;
  const kind = effect && isEffectKind(effect.do) ? effect.do : null;
  const isWrong = problems.some(({ pointer }) => partOf(pointer) === part);

  function press(event: KeyboardEvent): void {
    if (!acts || typeof part !== 'number') return;
    if (event.key === 'Delete' || event.key === 'Backspace') acts.onRemove(part);
    else if (event.altKey && event.key === 'ArrowUp') acts.onMove(part, -1);
    else if (event.altKey && event.key === 'ArrowDown') acts.onMove(part, 1);
    else return;
    event.preventDefault();
  }
  return (
    <button
      type="button"
      className="wd-flow-card"
      data-kind={part === 'condition' ? 'branch' : part === 'trigger' ? 'copy' : 'approve'}
      data-level={isWrong ? 'error' : undefined}
      data-step={String(part)}
      aria-pressed={open === part}
      onClick={() => acts?.onOpen(part)}
      onKeyDown={press}
    >
      <span className="wd-flow-card-head">
        <Icon
          name={
            part === 'trigger' ? 'bolt' : part === 'condition' ? 'filter' : EFFECT_ICONS[kind ?? 'assign']
          }
          size={SIGN}
        />
        <strong>
          {part === 'trigger' || part === 'condition'
            ? t(`automation.part.${part}`)
            : t('automation.part.then', { what: kind ? t(`automation.effect.${kind}`) : '' })}
        </strong>
        {isWrong && <Icon name="error" size={SIGN} />}
      </span>
      <span className="wd-flow-card-people">
        {part === 'trigger' && <TriggerWords drawing={drawing} />}
        {part === 'condition' && (drawing.if ?? t('automation.always'))}
        {effect && <EffectWords drawing={drawing} effect={effect} />}
      </span>
    </button>
  );
}

/** Inserts an effect at this index. */
export function AddEffect({ at, acts }: { at: number; acts: PartActs }) {
  const t = useT(texts);
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: EFFECT_KINDS.map((kind) => ({
          key: kind,
          label: t(`automation.effect.${kind}`),
          icon: <Icon name={EFFECT_ICONS[kind]} />,
          onClick: () => acts.onInsert(at, kind),
        })),
      }}
    >
      <Button
        size="small"
        shape="circle"
        className="wd-flow-add"
        icon={<Icon name="plus" />}
        aria-label={t('automation.add', { no: at + 1 })}
      />
    </Dropdown>
  );
}
