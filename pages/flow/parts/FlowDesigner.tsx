import { Button, Modal, Segmented, Tooltip } from 'antd';
import { useState } from 'react';
import type { FlowNode } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { notifyFailure } from '../../../runtime/kit/api/failure.ts';
import { notify } from '../../../runtime/kit/api/notices.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { useUnsavedGuard } from '../../../runtime/kit/overlay/guard.tsx';
import { useHistory } from '../../../runtime/kit/states/useHistory.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import { usePhone } from '../../../runtime/kit/theme/useMedia.ts';
import { insertNode, makeNode, moveNode, nodeAt, placeOf, removeNode, replaceNode } from '../model/edit.ts';
import texts from '../texts.json';
import { FlowCanvas } from './FlowCanvas.tsx';
import type { FlowActs } from './FlowCard.tsx';
import { FlowOutline } from './FlowOutline.tsx';
import { NodePanel } from './NodePanel.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { TrialDialog } from './TrialDialog.tsx';
import {
  type Design,
  flowOf,
  type Problem,
  plainSteps,
  refreshDesign,
  reloadDesign,
  useProblems,
} from './useFlows.ts';

import { VersionsDrawer } from './VersionsDrawer.tsx';

type Dialog = 'trial' | 'publish' | 'versions' | 'discard' | null;
type Look = 'drawing' | 'outline';
type History = ReturnType<typeof useHistory<FlowNode[]>>;

interface Props {
  entity: Entity;
  design: Design;
  running: number;
}

/** Saves, discards and publishes the edited flow. */
function useSaving({ entity, design }: Props, history: History, changed: boolean) {
  const t = useT(texts);
  const [busy, setBusy] = useState(false);
  const path = { entity: entity.name };

  async function keep(): Promise<Design> {
    const body = { version: design.draft?.version ?? 0, steps: plainSteps(history.now) };
    const saved = await call('approvalFlowSave', { path, body }, { quiet: true });
    refreshDesign(saved);
    return saved;
  }
  async function publish(note: string): Promise<void> {
    const saved = changed || !design.draft ? await keep() : design;
    const body = { version: saved.draft?.version ?? 0, ...(note.trim() ? { note } : {}) };
    refreshDesign(await call('approvalFlowPublish', { path, body }, { quiet: true }));
    notify({ kind: 'success', text: { text: t('flow.published') } });
  }
  async function discard(): Promise<void> {
    const version = design.draft?.version;
    const left = version
      ? await call('approvalFlowDiscard', { path, query: { version } }, { quiet: true })
      : design;
    refreshDesign(left);
    history.reset(flowOf(left.steps));
  }
  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    await work().catch(async (error: unknown) => {
      notifyFailure(error);
      // Another user may have saved a draft. The next attempt is based on that draft.
      await reloadDesign(entity.name);
    });
    setBusy(false);
  }
  return { busy, keep, publish, discard, run };
}

/**
 * Edits the flow of an entity: save a draft, test, check and publish it. On a phone the flow is read-only, but can be
 * tested.
 */
export function FlowDesigner(props: Props) {
  const { entity, design } = props;
  const t = useT(texts);
  const phone = usePhone();
  const begun = flowOf(design.draft?.steps ?? design.steps);
  const history = useHistory(begun);
  const flow = history.now;
  const [open, setOpen] = useState<string | null>(null);
  const [dialog, setDialog] = useState<Dialog>(null);
  const [look, setLook] = useState<Look>('drawing');
  const { data: problems = [] } = useProblems(entity.name, plainSteps(flow));
  const changed = JSON.stringify(flow) !== JSON.stringify(begun);
  const guard = useUnsavedGuard(changed);
  const keeping = useSaving(props, history, changed);
  const place = open === null ? null : placeOf(flow, open);
  const node = place && nodeAt(flow, place);
  const acts = phone ? undefined : makeActs(history, setOpen);
  const errors = problems.filter(({ level }) => level === 'error');
  return (
    <section className="wd-flow-designer" aria-label={t('flow.designer')}>
      {guard.holder}
      <Head
        {...{ entity, design, changed, phone, look, history, busy: keeping.busy }}
        {...{ onLook: setLook, onDialog: setDialog }}
        canPublish={errors.length === 0 && (changed || design.draft !== null)}
        onKeep={() =>
          void keeping.run(async () => {
            await keeping.keep();
            notify({ kind: 'success', text: { text: t('flow.kept') } });
          })
        }
      />
      <Problems problems={problems} onOpen={phone ? undefined : setOpen} />
      <div className="wd-flow-work" data-panel={node ? '' : undefined}>
        {phone || look === 'outline' ? (
          <FlowOutline {...{ entity, flow, problems, open, acts }} />
        ) : (
          <FlowCanvas {...{ entity, flow, problems, open, acts }} />
        )}
        {node && place && (
          <NodePanel
            key={node.name}
            {...{ entity, node, problems }}
            onChange={(next) => history.change(replaceNode(flow, place, next))}
            onRemove={() => acts?.onRemove(place)}
            onClose={() => setOpen(null)}
          />
        )}
      </div>
      <Dialogs
        {...props}
        {...{ dialog, history, problems, keeping, phone }}
        onClose={() => setDialog(null)}
      />
    </section>
  );
}

function makeActs({ now: flow, change }: History, onOpen: (name: string) => void): FlowActs {
  return {
    onOpen,
    onRemove: (at) => change(removeNode(flow, at)),
    onMove: (at, by) => change(moveNode(flow, at, by)),
    onInsert: (at, kind) => {
      const made = makeNode(flow, kind);
      change(insertNode(flow, at, made));
      onOpen(made.name);
    },
  };
}

interface DialogsProps extends Props {
  dialog: Dialog;
  history: History;
  problems: readonly Problem[];
  keeping: ReturnType<typeof useSaving>;
  phone: boolean;
  onClose(): void;
}

/** Renders the open dialog. */
function Dialogs({
  entity,
  design,
  running,
  dialog,
  history,
  problems,
  keeping,
  phone,
  onClose,
}: DialogsProps) {
  const t = useT(texts);
  switch (dialog) {
    case 'trial':
      return <TrialDialog entity={entity} flow={history.now} onClose={onClose} />;
    case 'publish':
      return (
        <PublishDialog
          warnings={problems.filter(({ level }) => level === 'warning')}
          running={running}
          before={flowOf(design.steps)}
          after={history.now}
          onPublish={async (note) => {
            await keeping.publish(note);
            onClose();
          }}
          onClose={onClose}
        />
      );
    case 'versions':
      return (
        <VersionsDrawer
          {...{ entity, design, onClose }}
          mayEdit={!phone}
          onTake={(steps) => {
            history.change(steps);
            onClose();
          }}
        />
      );
    case 'discard':
      return (
        <Modal
          open
          title={t('flow.discardTitle')}
          okText={t('flow.discard')}
          okButtonProps={{ danger: true, loading: keeping.busy }}
          cancelText={t('common.back')}
          onOk={() => void keeping.run(keeping.discard).then(onClose)}
          onCancel={onClose}
        >
          <p>{t('flow.discardText')}</p>
        </Modal>
      );
    default:
      return null;
  }
}

interface HeadProps {
  entity: Entity;
  design: Design;
  changed: boolean;
  phone: boolean;
  busy: boolean;
  look: Look;
  history: History;
  canPublish: boolean;
  onLook(look: Look): void;
  onDialog(dialog: Dialog): void;
  onKeep(): void;
}

/** Shows the flow and its version, with all actions on it. */
function Head({ entity, design, changed, phone, busy, look, history, canPublish, ...on }: HeadProps) {
  const t = useT(texts);
  const text = useText();
  const isDraft = changed || design.draft !== null;
  const tool = (icon: string, label: string, can: boolean, run: () => void) => (
    <Tooltip title={label}>
      <Button icon={<Icon name={icon} />} aria-label={label} disabled={!can} onClick={run} />
    </Tooltip>
  );
  return (
    <header className="wd-flow-head">
      <h2>{text(entity.title)}</h2>
      <small data-mark={isDraft ? 'draft' : undefined}>
        {isDraft
          ? t('flow.draftOf', { name: design.draft?.updatedBy.name ?? '' })
          : design.version === null
            ? t('flow.given')
            : t('flow.versionNo', { version: design.version })}
      </small>
      <span className="wd-flow-tools">
        {!phone && (
          <>
            <Segmented<Look>
              aria-label={t('flow.look')}
              value={look}
              options={[
                { value: 'drawing', label: t('flow.drawing') },
                { value: 'outline', label: t('flow.outline') },
              ]}
              onChange={on.onLook}
            />
            {tool('undo', t('flow.undo'), history.canUndo, history.undo)}
            {tool('redo', t('flow.redo'), history.canRedo, history.redo)}
          </>
        )}
        <Button icon={<Icon name="team" />} onClick={() => on.onDialog('trial')}>
          {t('flow.trial')}
        </Button>
        <Button icon={<Icon name="history" />} onClick={() => on.onDialog('versions')}>
          {t('flow.versions')}
        </Button>
        {!phone && (
          <>
            {isDraft && <Button onClick={() => on.onDialog('discard')}>{t('flow.discard')}</Button>}
            <Button disabled={!changed} loading={busy} onClick={on.onKeep}>
              {t('flow.keep')}
            </Button>
            <Button type="primary" disabled={!canPublish} onClick={() => on.onDialog('publish')}>
              {t('flow.publish')}
            </Button>
          </>
        )}
      </span>
    </header>
  );
}

interface ProblemsProps {
  problems: readonly Problem[];
  onOpen?: ((name: string) => void) | undefined;
}

/** Lists the problems of the flow with links to their nodes. */
function Problems({ problems, onOpen }: ProblemsProps) {
  const t = useT(texts);
  const text = useText();
  return (
    <section aria-label={t('flow.problems')} aria-live="polite">
      {problems.length === 0 ? (
        <p className="wd-flow-problem" data-level="none">
          <Icon name="check" /> {t('flow.noProblems')}
        </p>
      ) : (
        <ul className="wd-flow-problems">
          {problems.map(({ pointer, node, level, text: problemText }) => (
            <li key={pointer + problemText.en} className="wd-flow-problem" data-level={level}>
              <Icon name={level === 'error' ? 'error' : 'warning'} />{' '}
              {node && onOpen ? (
                <button type="button" className="wd-list-link" onClick={() => onOpen(node)}>
                  {text(problemText)}
                </button>
              ) : (
                text(problemText)
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
