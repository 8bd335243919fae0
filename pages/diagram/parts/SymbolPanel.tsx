import { Button, Form, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import {
  BUSBAR_LENGTH,
  type Diagram,
  type DiagramSymbol,
  GRID,
  isOpenable,
  isSource,
  symbolsByKey,
} from '../../../runtime/core/diagram/diagram.ts';
import { useVariablesNamed } from '../../../runtime/form/controls/variable/useVariables.ts';
import { VariableSelect } from '../../../runtime/form/controls/variable/VariableSelect.tsx';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import { addWire, changeSymbol, nearestWire, removeWire } from '../model/edit.ts';
import texts from '../texts.json';
import { useSymbolName } from './symbolWords.ts';

const MOST_VALUES = 4;
const MOST_NAME = 60;
const LENGTHS = { least: 2 * GRID, most: 4000 };
const TURNS = 4;

interface Props {
  symbol: DiagramSymbol;
  diagram: Diagram;
  stationSn: string;
  onChange(diagram: Diagram): void;
  onRemove(): void;
  onClose(): void;
}

/** Edits a symbol: its name, its variables, and its wires. */
export function SymbolPanel({ symbol, diagram, stationSn, onChange, onRemove, onClose }: Props) {
  const t = useT(texts);
  const nameOf = useSymbolName();
  const change = (next: Partial<DiagramSymbol>) => onChange(changeSymbol(diagram, symbol.key, next));
  const { stateSn, valueSns = [] } = symbol;
  const named = useVariablesNamed(stationSn, [...valueSns, ...(stateSn ? [stateSn] : [])]);
  const pair = (sn: string) => [named.get(sn)?.deviceSn ?? '', sn] as [string, string];
  return (
    <aside className="wd-card wd-diagram-panel" aria-label={nameOf(symbol)}>
      <header>
        <h2>{nameOf(symbol)}</h2>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </header>
      <Form layout="vertical" component="div">
        <Form.Item label={t('diagram.symbolName')} htmlFor="diagram-name">
          <Input
            id="diagram-name"
            maxLength={MOST_NAME}
            value={symbol.name ?? ''}
            onChange={({ target }) => change({ name: target.value })}
          />
        </Form.Item>
        {symbol.kind === 'busbar' && (
          <Form.Item label={t('diagram.length')} htmlFor="diagram-length">
            <InputNumber<number>
              id="diagram-length"
              min={LENGTHS.least}
              max={LENGTHS.most}
              step={GRID}
              value={symbol.length ?? BUSBAR_LENGTH}
              onChange={(length) => length && change({ length: Math.round(length / GRID) * GRID })}
            />
          </Form.Item>
        )}
        {(isOpenable(symbol) || isSource(symbol)) && <StateFields {...{ symbol, stationSn, pair, change }} />}
        {symbol.kind !== 'text' && (
          <Form.Item label={t('diagram.values')} htmlFor="diagram-values">
            <VariableSelect
              id="diagram-values"
              many
              maxCount={MOST_VALUES}
              stationSn={stationSn}
              value={valueSns.map(pair)}
              onChange={(pairs) =>
                change({ valueSns: pairs.map(([, sn]) => sn), deviceSn: pairs[0]?.[0] || symbol.deviceSn })
              }
            />
          </Form.Item>
        )}
      </Form>
      <SymbolWires {...{ symbol, diagram, onChange }} />
      <footer>
        <Button
          icon={<Icon name="refresh" />}
          onClick={() => change({ turn: ((symbol.turn ?? 0) + 1) % TURNS })}
        >
          {t('diagram.turn')}
        </Button>
        <Button danger icon={<Icon name="delete" />} onClick={onRemove}>
          {t('diagram.remove')}
        </Button>
      </footer>
    </aside>
  );
}

interface StateProps {
  symbol: DiagramSymbol;
  stationSn: string;
  pair(sn: string): [string, string];
  change(next: Partial<DiagramSymbol>): void;
}

/** Edits the variable and the value by which a breaker counts as closed, or a source as supplying. */
function StateFields({ symbol, stationSn, pair, change }: StateProps) {
  const t = useT(texts);
  const { stateSn, closedValue = 1 } = symbol;
  return (
    <>
      <Form.Item label={t(isSource(symbol) ? 'diagram.supplies' : 'diagram.state')} htmlFor="diagram-state">
        <VariableSelect
          id="diagram-state"
          stationSn={stationSn}
          value={stateSn ? [pair(stateSn)] : []}
          onChange={([next]) => change({ stateSn: next?.[1] })}
        />
      </Form.Item>
      <Form.Item label={t('diagram.closedValue')} htmlFor="diagram-closed">
        <InputNumber<number>
          id="diagram-closed"
          precision={0}
          value={closedValue}
          onChange={(next) => next !== null && change({ closedValue: next })}
        />
      </Form.Item>
    </>
  );
}

/** Edits the wires of a symbol, for users without a pointer. */
function SymbolWires({ symbol, diagram, onChange }: Pick<Props, 'symbol' | 'diagram' | 'onChange'>) {
  const t = useT(texts);
  const nameOf = useSymbolName();
  const [target, setTarget] = useState<string>();
  const byKey = symbolsByKey(diagram);
  const wires = diagram.wires.flatMap(({ from, to }, place) => {
    const other = from === symbol.key ? byKey.get(to) : to === symbol.key ? byKey.get(from) : undefined;
    return other ? [{ other, place }] : [];
  });
  const others = diagram.symbols.filter(({ key, kind }) => key !== symbol.key && kind !== 'text');
  const connect = (): void => {
    const other = target === undefined ? undefined : byKey.get(target);
    const wire = other && nearestWire(diagram, symbol, other);
    if (wire) onChange(addWire(diagram, wire));
    setTarget(undefined);
  };
  if (symbol.kind === 'text') return null;
  return (
    <section aria-label={t('diagram.wires')} className="wd-diagram-symbol-wires">
      <h3>{t('diagram.wires')}</h3>
      <ul>
        {wires.map(({ other, place }) => (
          <li key={place}>
            <span className="wd-ellipsis">{nameOf(other)}</span>
            <Button
              type="text"
              size="small"
              icon={<Icon name="delete" size={16} />}
              aria-label={t('diagram.removeWire', { name: nameOf(other) })}
              onClick={() => onChange(removeWire(diagram, place))}
            />
          </li>
        ))}
      </ul>
      <div className="wd-diagram-connect">
        <Select
          aria-label={t('diagram.connectTo')}
          placeholder={t('diagram.connectTo')}
          showSearch={{ optionFilterProp: 'label' }}
          value={target}
          options={others.map((other) => ({ value: other.key, label: nameOf(other) }))}
          onChange={setTarget}
        />
        <Button disabled={target === undefined} onClick={connect}>
          {t('diagram.connect')}
        </Button>
      </div>
    </section>
  );
}
