import { createContext, use, useEffect } from 'react';
import { useT } from '../../kit/i18n/index.ts';
import { WidgetEmpty } from './WidgetStates.tsx';

interface Unset {
  /** Opens the configuration; absent for those who may not change the board. */
  onChoose?: (() => void) | undefined;
  /** Tells the frame that there is a way on to press, also while one builds and all else in it rests. */
  hold(isUnset: boolean): void;
}

export const UnsetContext = createContext<Unset>({ hold() {} });

interface Props {
  text: string;
  /** Names the button that leads to the configuration. */
  label?: string;
}

/** A widget that has nothing to show before somebody chose, with the way there. */
export function WidgetUnset({ text, label }: Props) {
  const t = useT();
  const { onChoose, hold } = use(UnsetContext);
  useEffect(() => {
    hold(true);
    return () => hold(false);
  }, [hold]);
  const action = onChoose && { label: label ?? t('board.widget.edit'), onClick: onChoose };
  return <WidgetEmpty text={text} action={action} />;
}

/** The same for a widget that waits for its variables. */
export function NoVariable({ text }: Partial<Pick<Props, 'text'>>) {
  const t = useT();
  return <WidgetUnset text={text ?? t('widget.noVariable')} label={t('board.widget.chooseVariable')} />;
}
