import type { Data } from '../../../generated/calls.ts';
import { dictionaries } from '../../../runtime/core/definitions/dictionaries.ts';
import { type FieldOption, fieldOptions, findOption } from '../../../runtime/form/values/options.ts';
import { useLang } from '../../../runtime/kit/i18n/index.ts';

export type GridConnection = Data<'gridConnection'>;
export type Converter = GridConnection['converters'][number];
export type GridSwitch = GridConnection['history'][number];
export type GridTarget = GridSwitch['target'];
export type GridCheck = GridSwitch['checks'][number];

type Dictionary = 'gridTarget' | 'gridCheck' | 'gridCheckVerdict' | 'gridSwitchState';

/** Returns a function that returns the option of a dictionary value. */
export function useEntry(): (dictionary: Dictionary, value: string) => FieldOption {
  const lang = useLang();
  return (dictionary, value) =>
    findOption(fieldOptions({ 'x-dictionary': dictionary }, dictionaries, lang) ?? [], value);
}

export const isHeld = (checks: readonly GridCheck[]): boolean =>
  checks.every(({ verdict }) => verdict === 'ok');
