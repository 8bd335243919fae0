import { type ReactNode, useMemo, useState } from 'react';
import type { Diagram } from '../../../runtime/core/diagram/diagram.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { FileButtons } from '../../../runtime/kit/files/FileButtons.tsx';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import { DiagramCanvas } from './DiagramCanvas.tsx';
import { type ShownDiagram, StationDiagram } from './StationDiagram.tsx';
import { SymbolFacts } from './SymbolFacts.tsx';

const FORMATS = ['svg', 'pdf'] as const;
const NONE: ReadonlySet<string> = new Set();

interface Props {
  label: string;
  /** Returns the displayed part of the diagram. */
  part?(diagram: Diagram): Diagram;
  /** Shown below the drawing. */
  below?: ReactNode;
}

/** Shows a diagram with current values. Selecting a symbol shows its details. */
export function LiveDiagram({ label, part, below }: Props) {
  return (
    <StationDiagram
      label={label}
      tools={({ record }) =>
        !part && (
          <FileButtons
            name={record.name}
            formats={FORMATS}
            load={(format) => call('deviceDiagramFile', { path: { id: record.id }, query: { format } })}
          />
        )
      }
    >
      {(shown) => (
        <>
          <Live {...shown} label={label} {...(part && { part })} />
          {below}
        </>
      )}
    </StationDiagram>
  );
}

function Live({ record, diagram: whole, now, label, part }: ShownDiagram & Props) {
  const t = useT(texts);
  const diagram = useMemo(() => part?.(whole) ?? whole, [whole, part]);
  const [selected, setSelected] = useState(NONE);
  const [key] = selected;
  const symbol = selected.size === 1 ? diagram.symbols.find((one) => one.key === key) : undefined;
  if (diagram.symbols.length === 0) return <p className="wd-quiet">{t('diagram.nothing')}</p>;
  return (
    <div className="wd-diagram-work" data-panel={symbol ? '' : undefined}>
      <DiagramCanvas
        key={record.id}
        diagram={diagram}
        now={now}
        label={label}
        selected={selected}
        onSelect={setSelected}
      />
      {symbol && <SymbolFacts symbol={symbol} now={now} onClose={() => setSelected(NONE)} />}
    </div>
  );
}
