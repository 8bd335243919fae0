/** The fields of each display of a list. A display is offered only to users who may see its required fields. */
import type { EntityDefinition, ListDisplay } from '../../generated/definition.ts';

/** Returns the fields that a display requires. */
const needs = ({ picture, text, by, from, place, as }: ListDisplay): string[] =>
  [as === 'gallery' ? picture : undefined, text, by, from, ...(place ?? [])].filter(
    (name) => name !== undefined,
  );

/** Returns the displays that do not require any of the given fields. Undefined if none remain. */
export function displaysWithout(
  { displays }: EntityDefinition['list'],
  isGone: (name: string) => boolean,
): ListDisplay[] | undefined {
  const left = displays?.filter((display) => !needs(display).some(isGone));
  if (!left || left.length === 0) return undefined;
  const existing = (name: string | undefined) => (name === undefined || isGone(name) ? undefined : name);
  return left.map(({ fields, picture, to, progress, color, best, ...display }) => ({
    ...display,
    best: best && Object.fromEntries(Object.entries(best).filter(([name]) => !isGone(name))),
    fields: fields?.filter((name) => !isGone(name)),
    picture: existing(picture),
    to: existing(to),
    progress: existing(progress),
    color: existing(color),
  }));
}
