import type { PointerEvent } from 'react';
import { useT } from '../../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../../runtime/kit/theme/Icon.tsx';
import texts from './texts.json';

const STEPS = {
  y: { ArrowUp: -1, ArrowDown: 1 },
  x: { ArrowLeft: -1, ArrowRight: 1 },
} as const;

interface Props {
  /** The name of the part that is moved. */
  title: string;
  axis: 'x' | 'y';
  disabled?: boolean;
  onGrip(event: PointerEvent<HTMLElement>): void;
  onStep(by: -1 | 1): void;
}

/** Moves a part by dragging, or by the arrow keys. */
export function Grip({ title, axis, disabled = false, onGrip, onStep }: Props) {
  const t = useT(texts);
  const steps: Readonly<Record<string, -1 | 1>> = STEPS[axis];
  return (
    <button
      type="button"
      className="wd-design-grip"
      disabled={disabled}
      aria-label={t('design.move', { title })}
      aria-keyshortcuts={Object.keys(steps).join(' ')}
      title={t('design.moveHelp')}
      onPointerDown={onGrip}
      onKeyDown={(event) => {
        const by = steps[event.key];
        if (!by) return;
        event.preventDefault();
        onStep(by);
      }}
    >
      <Icon name="drag" />
    </button>
  );
}
