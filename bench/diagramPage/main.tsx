/**
 * Draws a wiring diagram, or the same number of nodes and edges with the bare library. `?draw=ours|bare` selects one;
 * "Open" draws it, "Next" changes every value. bench/diagram.ts controls it.
 */
import { type Edge, type Node, ReactFlow } from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { DiagramCanvas } from '../../pages/diagram/parts/DiagramCanvas.tsx';
import '../../pages/diagram/diagram.css';
import { loadAllTexts, startLang } from '../../runtime/kit/i18n/index.ts';
import { ThemeProvider } from '../../runtime/kit/theme/ThemeProvider.tsx';
import { makeDrawing, nowAt, snAt } from './drawing.ts';

const parameters = new URLSearchParams(location.search);
const count = (name: string) => Number(parameters.get(name));
const VALUES = count('values');
const diagram = makeDrawing(count('symbols'), count('wires'), VALUES);
const NONE: ReadonlySet<string> = new Set();
const nothing = () => undefined;

function Ours({ round }: { round: number }) {
  const now = useMemo(() => nowAt(diagram, VALUES, round), [round]);
  return <DiagramCanvas diagram={diagram} now={now} label="Bench" selected={NONE} onSelect={nothing} />;
}

const EDGES: Edge[] = diagram.wires.map(({ from, to }, at) => ({ id: `e${at}`, source: from, target: to }));

/** Draws each node with its name, and its value if it has one, in the library's default look. */
function Bare({ round }: { round: number }) {
  const nodes = useMemo((): Node[] => {
    const { values } = nowAt(diagram, VALUES, round);
    return diagram.symbols.map(({ key, name, x, y }, at) => ({
      ...{ id: key, position: { x, y } },
      data: { label: at < VALUES ? `${name} ${values.get(snAt(at))?.value} kW` : name },
    }));
  }, [round]);
  return (
    <div style={{ height: 600 }}>
      <ReactFlow nodes={nodes} edges={EDGES} fitView minZoom={0.1} maxZoom={3} />
    </div>
  );
}

const Drawn = parameters.get('draw') === 'ours' ? Ours : Bare;

function Bench() {
  const [round, setRound] = useState<number | null>(null);
  return (
    <>
      <button type="button" onClick={() => setRound(round === null ? 0 : null)}>
        Open
      </button>
      <button type="button" onClick={() => setRound((at) => (at ?? 0) + 1)}>
        Next
      </button>
      {round !== null && <Drawn round={round} />}
    </>
  );
}

await startLang();
await loadAllTexts();
createRoot(document.getElementById('root')!).render(
  <ThemeProvider>
    <Bench />
  </ThemeProvider>,
);
