/**
 * Carries the type of the widget on its way from the catalogue to the board; a drag's data can't be read before the
 * drop.
 */
export const WIDGET_MIME = 'application/x-wattdeck-widget';

let dragged: string | null = null;

export const draggedWidget = (): string | null => dragged;

export function dragWidget(type: string | null): void {
  dragged = type;
}
