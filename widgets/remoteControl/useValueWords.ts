import { useT } from '../../runtime/kit/i18n/index.ts';
import { type ControlValue, type ControlVariable, valueWords } from './controls.ts';
import texts from './texts.json';

/** Returns a function that returns the labels of a variable: on, off, and the text of any value. */
export function useValueWords() {
  const t = useT(texts);
  const words = { on: t('widget.remoteControl.on'), off: t('widget.remoteControl.off') };
  return (variable: Pick<ControlVariable, 'states' | 'dataType' | 'unit' | 'decimals'>) => ({
    ...words,
    of: (value: ControlValue | null) => valueWords(variable, value, words),
  });
}
