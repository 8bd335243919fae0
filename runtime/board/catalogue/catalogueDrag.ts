/** The MIME type of a dragged widget. The data of a drag is not readable before the drop, but its MIME type is. */
export const WIDGET_MIME = 'application/x-wattdeck-widget';

let dragged: string | null = null;

export const draggedWidget = (): string | null => dragged;

export function dragWidget(type: string | null): void {
  dragged = type;
}
