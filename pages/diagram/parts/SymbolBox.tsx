import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { createContext, memo, use } from 'react';
import { type DiagramSymbol, type Side, terminalsOf } from '../../../runtime/core/diagram/diagram.ts';
import { LABEL_LINE, labelAt } from '../../../runtime/core/diagram/drawing.ts';
import { type LabelLine, labelLines, type ShownValues } from '../../../runtime/core/diagram/labels.ts';
import type { Positions, Supplies } from '../../../runtime/core/diagram/supply.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import { SymbolDrawing } from './SymbolDrawing.tsx';
import { useSymbolWords } from './symbolWords.ts';

export type SymbolNode = Node<{ symbol: DiagramSymbol }, 'symbol'>;

/** Data that changes rarely: breakers, and the user's edits. */
export interface Look {
  positions: Positions | null;
  supplies: Supplies | null;
  marked: ReadonlySet<string> | undefined;
  editing: boolean;
}

export const LookContext = createContext<Look | null>(null);
/** Data that changes with every refresh. Only value labels and arrows use it. */
export const ValuesContext = createContext<ShownValues | null>(null);

const POSITIONS: Readonly<Record<Side, Position>> = {
  top: Position.Top,
  right: Position.Right,
  bottom: Position.Bottom,
  left: Position.Left,
};

/** Draws a symbol with its label. The accessible name of the button is the symbol's name. */
export const SymbolBox = memo(function SymbolBox({ data: { symbol } }: NodeProps<SymbolNode>) {
  const { positions, supplies, marked, editing } = use(LookContext)!;
  const wordsOf = useSymbolWords();
  const isFaint = marked !== undefined && !marked.has(symbol.key);
  return (
    <div
      className="wd-diagram-symbol"
      data-supply={supplies?.of(symbol)}
      data-faint={isFaint ? '' : undefined}
    >
      <span className="wd-hidden">{wordsOf(symbol, supplies?.of(symbol))}</span>
      <SymbolDrawing symbol={symbol} position={positions?.get(symbol.key)} />
      {symbol.valueSns?.length ? (
        <LiveLabel symbol={symbol} />
      ) : (
        <Label symbol={symbol} lines={labelLines(symbol, null, '')} />
      )}
      {editing &&
        terminalsOf(symbol).map(({ x, y, side }, port) => (
          <Handle
            key={`${x} ${y} ${side}`}
            id={String(port)}
            type="source"
            position={POSITIONS[side]}
            style={{ left: x, top: y }}
          />
        ))}
    </div>
  );
});

function LiveLabel({ symbol }: { symbol: DiagramSymbol }) {
  const t = useT(texts);
  return <Label symbol={symbol} lines={labelLines(symbol, use(ValuesContext), t('diagram.gone'))} />;
}

function Label({ symbol, lines }: { symbol: DiagramSymbol; lines: readonly LabelLine[] }) {
  const at = labelAt(symbol);
  return (
    <span
      className="wd-diagram-label"
      style={{ left: at.x - symbol.x, top: at.y - symbol.y - LABEL_LINE, lineHeight: `${LABEL_LINE}px` }}
    >
      {lines.map(({ sn, text: line, old }) => (
        // The button's accessible name already contains the name.
        <span key={sn} data-old={old || undefined} aria-hidden={sn === '' || undefined}>
          {line}
        </span>
      ))}
    </span>
  );
}
