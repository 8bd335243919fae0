import type { HTMLAttributes, KeyboardEvent } from 'react';
import { isWriting } from '../../kit/browser/isWriting.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useWidgetName } from '../frame/WidgetView.tsx';
import type { ShownWidget } from '../live/useBoardData.ts';
import { type WidgetCommand, widgetCommand } from '../session/keys.ts';

interface ItemOptions {
  selected: readonly string[];
  /** The id of the text that explains the keys. */
  helpId: string;
  onCommand(id: string, command: WidgetCommand): void;
}

type ItemProps = HTMLAttributes<HTMLElement> & Record<`data-${string}`, boolean | undefined>;

/** Makes a widget in edit mode focusable, with a name for screen readers and keyboard commands. */
export function useItemProps({ selected, helpId, onCommand }: ItemOptions): (one: ShownWidget) => ItemProps {
  const t = useT();
  const nameOf = useWidgetName();
  const followKeys = (id: string) => (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || isWriting(event.target)) return;
    const command = widgetCommand(event);
    if (!command) return;
    event.preventDefault();
    onCommand(id, command);
  };
  return (shownWidget) => {
    const { id, locked } = shownWidget.widget;
    const isSelected = selected.includes(id);
    const words = [
      nameOf(shownWidget),
      ...(isSelected ? [t('board.item.selected')] : []),
      ...(locked ? [t('board.item.locked')] : []),
    ];
    return {
      tabIndex: 0,
      role: 'group',
      'aria-label': words.join(t('board.item.join')),
      'aria-describedby': helpId,
      'data-selected': isSelected || undefined,
      'data-locked': locked,
      onKeyDown: followKeys(id),
    };
  };
}
