import { Button, Input, Modal, Tooltip } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { dictionaries } from '../../../runtime/core/definitions/dictionaries.ts';
import { type Diagram, isOpenable, type SymbolKind } from '../../../runtime/core/diagram/diagram.ts';
import { ApiError } from '../../../runtime/kit/api/errors.ts';
import { notifyFailure } from '../../../runtime/kit/api/failure.ts';
import { notify } from '../../../runtime/kit/api/notices.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { useUnsavedGuard } from '../../../runtime/kit/overlay/guard.tsx';
import { useHistory } from '../../../runtime/kit/states/useHistory.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import { addSymbol, addWire, changeSymbol, moveSymbols, removeSymbols } from '../model/edit.ts';
import texts from '../texts.json';
import { DiagramCanvas, DRAG_TYPE } from './DiagramCanvas.tsx';
import { SymbolDrawing } from './SymbolDrawing.tsx';
import { SymbolPanel } from './SymbolPanel.tsx';
import { useKindTitle } from './symbolWords.ts';
import { type DiagramRecord, drawingOf, refreshDiagrams, saveDiagram } from './useDiagram.ts';

const NONE: ReadonlySet<string> = new Set();
const CONFLICT = 409;
const TURNS = 4;
const MOST_NAME = 60;

interface Props {
  record: DiagramRecord;
  mayEdit: boolean;
  onDelete: (() => void) | null;
}

interface Drawn {
  name: string;
  diagram: Diagram;
}

type History = ReturnType<typeof useHistory<Drawn>>;

/** Saves the drawing. After a conflict the user chooses one of the two drawings. */
function useSaving(record: DiagramRecord, history: History) {
  const t = useT(texts);
  const [base, setBase] = useState(record);
  const [theirs, setTheirs] = useState<DiagramRecord | null>(null);
  const [busy, setBusy] = useState(false);
  const changed =
    history.now.name !== base.name || JSON.stringify(history.now.diagram) !== JSON.stringify(pick(base));

  async function save(version: number): Promise<void> {
    setBusy(true);
    const { name, diagram } = history.now;
    try {
      const saved = await saveDiagram({ id: base.id, version, stationSn: base.stationSn, name }, diagram);
      setBase(saved);
      setTheirs(null);
      history.reset({ name: saved.name, diagram: pick(saved) });
      notify({ kind: 'success', text: { text: t('diagram.saved') } });
      await refreshDiagrams(base.stationSn, null);
    } catch (error) {
      if (error instanceof ApiError && error.status === CONFLICT && isRecord(error.data))
        setTheirs(error.data);
      else notifyFailure(error);
    } finally {
      setBusy(false);
    }
  }
  const takeTheirs = (): void => {
    if (!theirs) return;
    setBase(theirs);
    history.reset({ name: theirs.name, diagram: pick(theirs) });
    setTheirs(null);
  };
  return { base, theirs, busy, changed, save, takeTheirs, leave: () => setTheirs(null) };
}

const isRecord = (data: unknown): data is DiagramRecord =>
  typeof data === 'object' && data !== null && 'version' in data && 'symbols' in data;

/** Returns only the symbols and wires of a record. */
const pick = (record: DiagramRecord): Diagram => {
  const { symbols, wires } = drawingOf(record);
  return { symbols, wires };
};

export function DiagramEditor({ record, mayEdit, onDelete }: Props) {
  const t = useT(texts);
  const history = useHistory<Drawn>({ name: record.name, diagram: pick(record) });
  const saving = useSaving(record, history);
  const guard = useUnsavedGuard(saving.changed);
  const [selected, setSelected] = useState(NONE);
  const { diagram, name } = history.now;
  const draw = (next: Diagram): void => {
    if (next !== diagram) history.change({ name, diagram: next });
  };
  const add = (kind: SymbolKind, title: string, place: { x: number; y: number }): void => {
    const { diagram: next, key } = addSymbol(diagram, kind, title, place);
    draw(next);
    setSelected(new Set([key]));
  };
  const [key] = selected;
  const symbol = selected.size === 1 ? diagram.symbols.find((one) => one.key === key) : undefined;
  const removeSelected = (): void => {
    draw(removeSymbols(diagram, selected));
    setSelected(NONE);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target } = event;
    if (target instanceof HTMLElement && target.closest('input, textarea, [contenteditable], .ant-select'))
      return;
    const pressed = event.key.toLowerCase();
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && pressed === 'z') event.shiftKey ? history.redo() : history.undo();
    else if (isCommand && pressed === 'y') history.redo();
    else if ((pressed === 'delete' || pressed === 'backspace') && selected.size > 0) removeSelected();
    else if (pressed === 'r' && symbol && !isCommand)
      draw(changeSymbol(diagram, symbol.key, { turn: ((symbol.turn ?? 0) + 1) % TURNS }));
    else return;
    event.preventDefault();
  };
  const titleOf = useSymbolTitle();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of its children
    <div className="wd-diagram-editor" onKeyDown={mayEdit ? onKeyDown : undefined}>
      {guard.holder}
      {mayEdit && (
        <EditorHead
          {...{ history, saving, onDelete }}
          onName={(next) => history.change({ name: next, diagram })}
        />
      )}
      <div className="wd-diagram-work" data-panel={symbol && mayEdit ? '' : undefined}>
        <div className="wd-diagram-drawing-area">
          {mayEdit && <Palette onAdd={(kind, title) => add(kind, title, freePlace(diagram))} />}
          <DiagramCanvas
            diagram={diagram}
            now={null}
            label={name}
            selected={selected}
            onSelect={setSelected}
            {...(mayEdit && {
              acts: {
                onMove: (places) => draw(moveSymbols(diagram, places)),
                onConnect: (wire) => draw(addWire(diagram, wire)),
                onDrop: (kind, place) => add(kind as SymbolKind, titleOf(kind as SymbolKind), place),
              },
            })}
          />
        </div>
        {symbol && mayEdit && (
          <SymbolPanel
            key={symbol.key}
            {...{ symbol, diagram }}
            stationSn={record.stationSn}
            onChange={draw}
            onRemove={removeSelected}
            onClose={() => setSelected(NONE)}
          />
        )}
      </div>
      {mayEdit && diagram.symbols.length === 0 && <p className="wd-quiet">{t('diagram.begin')}</p>}
      <ConflictDialog saving={saving} />
    </div>
  );
}

/** Returns a free position below all symbols. */
function freePlace({ symbols }: Diagram): { x: number; y: number } {
  if (symbols.length === 0) return { x: 0, y: 0 };
  const left = Math.min(...symbols.map(({ x }) => x));
  return { x: left, y: Math.max(...symbols.map(({ y }) => y)) + 80 };
}

/** Returns the title of a new symbol: the letters of breakers, the kind of others. */
function useSymbolTitle(): (kind: SymbolKind) => string {
  const kindTitle = useKindTitle();
  return (kind) => (isOpenable({ kind }) ? (kind === 'breaker' ? 'QF' : 'QS') : kindTitle(kind));
}

interface HeadProps {
  history: History;
  saving: ReturnType<typeof useSaving>;
  onDelete: (() => void) | null;
  onName(name: string): void;
}

function EditorHead({ history, saving, onDelete, onName }: HeadProps) {
  const t = useT(texts);
  const tool = (icon: string, label: string, can: boolean, run: () => void) => (
    <Tooltip title={label}>
      <Button icon={<Icon name={icon} />} aria-label={label} disabled={!can} onClick={run} />
    </Tooltip>
  );
  const { name } = history.now;
  return (
    <header className="wd-diagram-tools">
      <Input
        className="wd-diagram-name"
        aria-label={t('diagram.name')}
        maxLength={MOST_NAME}
        value={name}
        status={name.trim() === '' ? 'error' : ''}
        onChange={({ target }) => onName(target.value)}
      />
      {tool('undo', t('diagram.undo'), history.canUndo, history.undo)}
      {tool('redo', t('diagram.redo'), history.canRedo, history.redo)}
      {onDelete && tool('delete', t('diagram.delete'), true, onDelete)}
      <Button
        type="primary"
        loading={saving.busy}
        disabled={!saving.changed || name.trim() === ''}
        onClick={() => void saving.save(saving.base.version)}
      >
        {t('diagram.save')}
      </Button>
    </header>
  );
}

/** Shows all kinds of symbols, for a click or for dragging into the drawing. */
function Palette({ onAdd }: { onAdd(kind: SymbolKind, title: string): void }) {
  const t = useT(texts);
  const text = useText();
  const titleOf = useSymbolTitle();
  return (
    <div role="toolbar" className="wd-diagram-palette" aria-label={t('diagram.palette')}>
      {dictionaries.diagramSymbol.entries.map(({ value, title }) => {
        const kind = value as SymbolKind;
        return (
          <Tooltip key={kind} title={text(title)} placement="right">
            <button
              type="button"
              draggable
              aria-label={t('diagram.add', { name: text(title) })}
              onDragStart={(event) => event.dataTransfer.setData(DRAG_TYPE, kind)}
              onClick={() => onAdd(kind, titleOf(kind))}
            >
              {kind === 'text' ? (
                <Icon name="text" />
              ) : (
                <SymbolDrawing symbol={{ key: kind, kind, x: 0, y: 0, length: 40 }} position={false} />
              )}
            </button>
          </Tooltip>
        );
      })}
    </div>
  );
}

function ConflictDialog({ saving }: { saving: ReturnType<typeof useSaving> }) {
  const t = useT(texts);
  const { theirs, busy } = saving;
  return (
    <Modal
      open={theirs !== null}
      title={t('diagram.conflictTitle')}
      onCancel={saving.leave}
      footer={[
        <Button key="cancel" onClick={saving.leave}>
          {t('common.cancel')}
        </Button>,
        <Button key="theirs" onClick={saving.takeTheirs}>
          {t('diagram.takeTheirs')}
        </Button>,
        <Button key="mine" danger loading={busy} onClick={() => theirs && void saving.save(theirs.version)}>
          {t('diagram.keepMine')}
        </Button>,
      ]}
    >
      <p>{t('diagram.conflictText')}</p>
    </Modal>
  );
}
