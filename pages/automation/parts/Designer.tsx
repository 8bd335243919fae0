import { Button, Segmented, Tooltip } from 'antd';
import { useState } from 'react';
import type { Drawing } from '../../../runtime/core/automation/drawing.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { notifyFailure } from '../../../runtime/kit/api/failure.ts';
import { notify } from '../../../runtime/kit/api/notices.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { useUnsavedGuard } from '../../../runtime/kit/overlay/guard.tsx';
import { useSession } from '../../../runtime/kit/session/session.ts';
import { useHistory } from '../../../runtime/kit/states/useHistory.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import { usePhone } from '../../../runtime/kit/theme/useMedia.ts';
import { refreshAfterChange } from '../../../runtime/record/calls/recordCalls.ts';
import { TransitionBar } from '../../../runtime/record/states/TransitionBar.tsx';
import { insertEffect, moveEffect, NOTHING_DRAWN, type Part, partOf, removeEffect } from '../model/edit.ts';
import texts from '../texts.json';
import { AddressDialog } from './AddressDialog.tsx';
import { DrawingCanvas } from './DrawingCanvas.tsx';
import { DrawingOutline } from './DrawingOutline.tsx';
import type { PartActs } from './PartCard.tsx';
import { PartPanel } from './PartPanel.tsx';
import { TrialDialog } from './TrialDialog.tsx';
import { type Design, drawingOf, type Problem, plainDrawing, useProblems } from './useDesign.ts';

type Look = 'drawing' | 'outline';
type Dialog = 'trial' | 'address' | null;
type History = ReturnType<typeof useHistory<Drawing>>;

/** Edits, tests and saves the drawing of an automation. While the automation is active, the drawing is read-only. */
export function Designer({ design, values }: { design: Design; values: Values }) {
  const t = useT(texts);
  const phone = usePhone();
  const can = useSession((session) => session.can);
  const begun = drawingOf(design) ?? NOTHING_DRAWN;
  const history = useHistory(begun);
  const drawing = history.now;
  const [open, setOpen] = useState<Part | null>(null);
  const [look, setLook] = useState<Look>('drawing');
  const [dialog, setDialog] = useState<Dialog>(null);
  const mayDraw = can('automation:update');
  const mayEdit = mayDraw && design.state !== 'on';
  const { data: problems = [], isFetching } = useProblems(drawing, mayDraw);
  const changed = JSON.stringify(drawing) !== JSON.stringify(begun);
  const guard = useUnsavedGuard(changed);
  const acts = mayEdit ? makeActs(history, setOpen) : undefined;
  const shown = { drawing, problems, open, acts };
  const isReady = problems.length === 0 && !isFetching && drawing.do.length > 0;
  return (
    <section className="wd-flow-designer" aria-label={t('automation.drawing')}>
      {guard.holder}
      <Head
        {...{ design, drawing, history, phone, look, changed, mayEdit, isReady }}
        {...{ onLook: setLook, onDialog: setDialog }}
      />
      {!changed && (
        <TransitionBar
          entity={entityOf('automation')}
          record={{ ...values, id: design.id, version: design.version }}
        />
      )}
      <Problems problems={problems} onOpen={acts ? setOpen : undefined} />
      <div className="wd-flow-work" data-panel={open !== null && acts ? '' : undefined}>
        {phone || look === 'outline' ? <DrawingOutline {...shown} /> : <DrawingCanvas {...shown} />}
        {open !== null && acts && (
          <PartPanel
            key={String(open)}
            {...{ drawing, problems, part: open }}
            onChange={history.change}
            onRemove={() => typeof open === 'number' && acts.onRemove(open)}
            onClose={() => setOpen(null)}
          />
        )}
      </div>
      {dialog === 'trial' && <TrialDialog {...{ design, drawing }} onClose={() => setDialog(null)} />}
      {dialog === 'address' && <AddressDialog design={design} onClose={() => setDialog(null)} />}
    </section>
  );
}

function makeActs({ now: drawing, change }: History, onOpen: (part: Part | null) => void): PartActs {
  return {
    onOpen,
    onRemove(at) {
      change(removeEffect(drawing, at));
      onOpen(null);
    },
    onMove: (at, by) => change(moveEffect(drawing, at, by)),
    onInsert(at, kind) {
      change(insertEffect(drawing, at, kind));
      onOpen(at);
    },
  };
}

interface HeadProps {
  design: Design;
  drawing: Drawing;
  history: History;
  phone: boolean;
  look: Look;
  changed: boolean;
  mayEdit: boolean;
  isReady: boolean;
  onLook(look: Look): void;
  onDialog(dialog: Dialog): void;
}

/** Shows the actions on the drawing. */
function Head({ design, drawing, history, phone, look, changed, mayEdit, isReady, ...on }: HeadProps) {
  const t = useT(texts);
  const [busy, setBusy] = useState(false);
  const { id, version } = design;

  async function save(): Promise<void> {
    setBusy(true);
    try {
      await call(
        'automationDraw',
        { path: { id }, body: { version, drawing: plainDrawing(drawing) } },
        { quiet: true },
      );
      notify({ kind: 'success', text: { text: t('automation.saved') } });
      await refreshAfterChange({ entity: entityOf('automation'), id });
    } catch (error) {
      notifyFailure(error);
    }
    setBusy(false);
  }
  const tool = (icon: string, label: string, may: boolean, run: () => void) => (
    <Tooltip title={label}>
      <Button icon={<Icon name={icon} />} aria-label={label} disabled={!may} onClick={run} />
    </Tooltip>
  );
  return (
    <header className="wd-flow-head">
      {design.state === 'on' && <small>{t('automation.isOn')}</small>}
      <span className="wd-flow-tools">
        {!phone && (
          <Segmented<Look>
            aria-label={t('automation.look')}
            value={look}
            options={[
              { value: 'drawing', label: t('automation.canvas') },
              { value: 'outline', label: t('automation.outline') },
            ]}
            onChange={on.onLook}
          />
        )}
        {mayEdit && tool('undo', t('automation.undo'), history.canUndo, history.undo)}
        {mayEdit && tool('redo', t('automation.redo'), history.canRedo, history.redo)}
        {drawing.trigger.on === 'call' && !changed && (
          <Button icon={<Icon name="link" />} onClick={() => on.onDialog('address')}>
            {t('automation.address')}
          </Button>
        )}
        <Button icon={<Icon name="history" />} disabled={!isReady} onClick={() => on.onDialog('trial')}>
          {t('automation.trial')}
        </Button>
        {mayEdit && (
          <Button type="primary" loading={busy} disabled={!changed || !isReady} onClick={() => void save()}>
            {t('automation.save')}
          </Button>
        )}
      </span>
    </header>
  );
}

interface ProblemsProps {
  problems: readonly Problem[];
  onOpen?: ((part: Part) => void) | undefined;
}

/** Lists the problems of the drawing with links to their parts. */
function Problems({ problems, onOpen }: ProblemsProps) {
  const t = useT(texts);
  const text = useText();
  return (
    <section aria-label={t('automation.problems')} aria-live="polite">
      <ul className="wd-flow-problems">
        {problems.map(({ pointer, text: problemText }) => (
          <li key={pointer + problemText.en} className="wd-flow-problem" data-level="error">
            <Icon name="error" />{' '}
            {onOpen ? (
              <button type="button" className="wd-list-link" onClick={() => onOpen(partOf(pointer))}>
                {text(problemText)}
              </button>
            ) : (
              text(problemText)
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
