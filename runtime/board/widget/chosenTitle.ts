/**
 * Names a widget without a title by its content: its variables, its station property, or its type with the chosen
 * options. Pure.
 */

import type { Text } from '../../../generated/definition.ts';
import type { DrawnWidget } from '../../../generated/drawnWidgets.ts';
import { dictionaries } from '../../core/definitions/dictionaries.ts';
import { isPair } from '../../core/document/preset.ts';
import { isObject } from '../../core/object.ts';
import { type Lang, languageOf } from '../../core/text/lang.ts';
import { pickText } from '../../core/text/pickText.ts';
import { readNames } from './reading.ts';
import type { NeedResult } from './widget.ts';

type Config = Record<string, unknown>;
type Dictionaries = Record<string, { entries: readonly { value: unknown; title: Text }[] } | undefined>;

/** Maximum number of listed names. For further ones, only their number is shown. */
const SHOWN = 2;

/** Returns the title field. Undefined if no field has the type's title as its default. */
export function titleField({ config, title }: DrawnWidget): string | undefined {
  return Object.entries(config.properties ?? {}).find(
    ([, field]) => field.type === 'string' && field.default === title.zh,
  )?.[0];
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function entryName(entry: unknown, nameOf: (sn: string) => string | undefined): string | undefined {
  if (!isObject(entry)) return undefined;
  const pair = Object.values(entry).find(isPair);
  return pair && (textOf(entry.name) ?? textOf(entry.showName) ?? nameOf(pair[1]));
}

function variableNames(config: Config, results: readonly NeedResult[]): (string | undefined)[] {
  const readers = results.map((result) => readNames(result));
  const nameOf = (sn: string) => readers.map((find) => find(sn)).find((name) => name !== sn);
  return Object.values(config).flatMap((value) => {
    if (isPair(value)) return [nameOf(value[1])];
    return Array.isArray(value)
      ? value.flatMap((entry) => (isObject(entry) ? [entryName(entry, nameOf)] : []))
      : [];
  });
}

/** Returns the title of the chosen station property, such as its capacity. */
function factName({ config: { properties = {} } }: DrawnWidget, config: Config, lang: Lang) {
  if (config.dataType !== 'station_info') return undefined;
  const option = properties.stationValue?.['x-options']?.find(({ value }) => value === config.stationValue);
  return pickText(option?.title, lang);
}

/** Returns the titles of the type's options that differ from the default, such as PV instead of the grid. */
function choiceNames({ config: { properties = {} }, titled = [] }: DrawnWidget, config: Config, lang: Lang) {
  return titled.flatMap((name) => {
    const { default: usual, 'x-options': options, 'x-dictionary': dictionary = '' } = properties[name] ?? {};
    const value = config[name];
    if (value === undefined || value === usual) return [];
    const entries = options ?? (dictionaries as Dictionaries)[dictionary]?.entries ?? [];
    return entries.filter((entry) => entry.value === value).map(({ title }) => pickText(title, lang));
  });
}

/**
 * Returns the title by content. `configured`: the title that the type derives from the configuration. Undefined if the user
 * entered a title, or if names are missing.
 */
export function chosenTitle(
  definition: DrawnWidget,
  config: Config,
  results: readonly NeedResult[],
  lang: Lang,
  configured?: string,
): string | undefined {
  const field = titleField(definition);
  if (!field || config[field] !== pickText(definition.title, lang)) return undefined;
  if (configured) return configured;
  const choices = choiceNames(definition, config, lang);
  if (choices.length > 0) return [pickText(definition.title, lang), ...choices].join(' · ');
  const fact = factName(definition, config, lang);
  const names = fact ? [fact] : [...new Set(variableNames(config, results))];
  // The names of variables arrive with the answer. Until then the type's title is shown, not an incomplete one.
  if (names.length === 0 || names.includes(undefined)) return undefined;
  const more = names.length - SHOWN;
  const shown = names.slice(0, SHOWN).join(languageOf(lang).comma);
  return more > 0 ? `${shown} +${more}` : shown;
}
