import type { WidgetProps } from '@rjsf/utils';
import { Input } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { useRef } from 'react';
import { formatNumber, formatQuantity } from '../../../core/numbers/format.ts';
import { pickText } from '../../../core/text/pickText.ts';
import { useLang, useT } from '../../../kit/i18n/index.ts';
import { baseProps } from '../../../kit/parts/controlProps.ts';
import type { FormContext } from '../../model/formContext.ts';
import { DeviceVariablePicker, useStationOfForm } from '../variable/deviceVariable.tsx';
import { useVariablesNamed } from '../variable/useVariables.ts';
import { variableLabel } from '../variable/variableOptions.ts';
import { formulaNow, insertFormula, readFormula, readingNumber } from './formulaText.ts';
import { useReadings } from './readings.ts';
import './formula.css';

const ROWS = { minRows: 2, maxRows: 10 };

/**
 * Edits a formula over variables. It is validated during typing. The control shows the position of an error, or the
 * current values of the formula and its variables.
 */
export default function FormulaControl(props: WidgetProps) {
  const t = useT();
  const lang = useLang();
  const area = useRef<TextAreaRef>(null);
  const stationSn = useStationOfForm(props.registry.formContext as FormContext);
  const base = baseProps(props);
  const value = (props.value as string | undefined) ?? '';
  const { problem, variables, formula } = readFormula(value);
  const named = useVariablesNamed(stationSn, variables);
  const readings = useReadings(variables);
  const variableText = (sn: string): string => {
    const variable = named.get(sn);
    const name = variable ? variableLabel(variable) : sn;
    const reading = readings.get(sn);
    if (!reading) return name;
    const { unit, decimals } = reading;
    const figure = formatQuantity(readingNumber(reading), unit, { decimals });
    return `${name} ${figure}${reading.ts && reading.stale ? ` (${t('form.formulaStale')})` : ''}`;
  };
  const insert = (sn: string) => {
    const input = area.current?.resizableTextArea?.textArea;
    const next = insertFormula(value, sn, input?.selectionStart ?? value.length, input?.selectionEnd);
    props.onChange(next);
    input?.focus();
  };
  return (
    <div className="wd-formula">
      <Input.TextArea
        {...base}
        ref={area}
        className="wd-formula-text"
        status={problem ? 'error' : base.status}
        value={value}
        autoSize={ROWS}
        spellCheck={false}
        maxLength={props.schema.maxLength}
        placeholder="[BMS1-power] + [BMS2-power]"
        onChange={(event) => props.onChange(event.target.value || undefined)}
      />
      <p className={problem ? 'wd-field-error' : 'wd-field-help'} aria-live="polite">
        {problem
          ? t('form.formulaProblem', { place: problem.at + 1, problem: pickText(problem.problem, lang) })
          : variables.map(variableText).join(' · ')}
      </p>
      {formula && (
        <p className="wd-formula-now">
          {t('form.formulaNow')} <b>{formatNumber(formulaNow(formula, readings))}</b>
        </p>
      )}
      {!base.disabled && (
        <DeviceVariablePicker
          stationSn={stationSn}
          value={undefined}
          aria-label={t('form.formulaInsert')}
          placeholder={t('form.formulaInsert')}
          onChange={(pair) => pair && insert(pair[1])}
        />
      )}
    </div>
  );
}
