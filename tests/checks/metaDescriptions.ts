/** Finds properties of the meta schemas without a description. Editors and the studio show these texts. */
import { isObject } from '../../runtime/core/object.ts';

const INNER = ['items', 'additionalProperties', 'prefixItems', 'oneOf', 'anyOf', 'allOf'];

function findPlain(schema: unknown, pointer: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one, at) => findPlain(one, `${pointer}/${at}`));
  if (!isObject(schema)) return [];
  const { properties, $defs } = schema;
  const named = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, property]) => {
    const place = `${pointer}/properties/${name}`;
    const isPlain = isObject(property) && typeof property.description !== 'string';
    return [...(isPlain ? [place] : []), ...findPlain(property, place)];
  });
  const defined = Object.entries(isObject($defs) ? $defs : {}).flatMap(([name, inner]) =>
    findPlain(inner, `${pointer}/$defs/${name}`),
  );
  return [...named, ...defined, ...INNER.flatMap((key) => findPlain(schema[key], `${pointer}/${key}`))];
}

export const metaBreaches = (file: string, text: string): string[] =>
  findPlain(JSON.parse(text), '').map(
    (place) => `${file}#${place} lacks a description: write what it is for`,
  );
