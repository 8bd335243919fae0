/** Contains the type of the dragged widget, because the data of a drag cannot be read before the drop. */
export const WIDGET_MIME = 'application/x-wattdeck-widget';

let dragged: string | null = null;

export const draggedWidget = (): string | null => dragged;

export function dragWidget(type: string | null): void {
  dragged = type;
}
