/** The fields that a way of showing a list takes: who may not see what it needs is not offered it. */
import type { EntityDefinition, ListDisplay } from '../../generated/definition.ts';

/** Without these there is nothing to show. */
const needs = ({ picture, by, from, place, as }: ListDisplay): string[] =>
  [as === 'gallery' ? picture : undefined, by, from, ...(place ?? [])].filter((name) => name !== undefined);

/** The displays as they are without some fields: those that need one of them are left out. */
export function displaysWithout(
  { displays }: EntityDefinition['list'],
  isGone: (name: string) => boolean,
): ListDisplay[] | undefined {
  const left = displays?.filter((display) => !needs(display).some(isGone));
  if (!left || left.length === 0) return undefined;
  const keep = (name: string | undefined) => (name === undefined || isGone(name) ? undefined : name);
  return left.map(({ fields, picture, to, progress, color, ...display }) => ({
    ...display,
    fields: fields?.filter((name) => !isGone(name)),
    picture: keep(picture),
    to: keep(to),
    progress: keep(progress),
    color: keep(color),
  }));
}
