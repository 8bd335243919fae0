import type { KeyboardEvent } from 'react';
import type { FlowNode } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import type { Place } from '../model/edit.ts';
import texts from '../texts.json';
import { ConditionWords, PeopleWords } from './FlowWords.tsx';
import type { Problem } from './useFlows.ts';

export const NODE_ICONS: Readonly<Record<FlowNode['do'], string>> = {
  approve: 'stamp',
  branch: 'topology',
  parallel: 'list',
  copy: 'copy',
};

/** Actions that change a node of the flow. */
export interface FlowActs {
  onOpen(name: string): void;
  onRemove(place: Place): void;
  onMove(place: Place, by: -1 | 1): void;
  onInsert(place: Place, kind: FlowNode['do']): void;
}

interface Props {
  entity: Entity;
  node: FlowNode;
  place: Place;
  /** The number of the node, and the total. */
  no: number;
  count: number;
  problems: readonly Problem[];
  open: boolean;
  /** Undefined for a read-only flow. */
  acts?: FlowActs | undefined;
}

const SIGN = 16;

/** Shows the mode and time limit of an approval. */
function Facts({ node }: { node: FlowNode }) {
  const t = useT(texts);
  if (node.do === 'parallel')
    return <small>{t(node.join === 'all' ? 'flow.joinAll' : 'flow.joinFirst')}</small>;
  if (node.do === 'branch') return <small>{t('flow.firstThatHolds')}</small>;
  if (node.do === 'copy') return null;
  const { mode, atLeast = 0, hours, working } = node;
  const limit = hours !== undefined && t(working ? 'flow.withinWorking' : 'flow.within', { hours });
  const words = [t(`flow.mode.${mode}`, { count: atLeast }), limit].filter(Boolean).join(' · ');
  // The card may crop the text, so its title contains the whole text.
  return <small title={words}>{words}</small>;
}

/** Shows a node of a flow as a card. Enter opens its settings, Delete removes it, Alt with an arrow key moves it. */
export function FlowCard({ entity, node, place, no, count, problems, open, acts }: Props) {
  const t = useT(texts);
  const text = useText();
  const own = problems.filter((problem) => problem.node === node.name);
  const level = own.some((problem) => problem.level === 'error')
    ? 'error'
    : own.length > 0
      ? 'warning'
      : null;

  function press(event: KeyboardEvent): void {
    if (!acts) return;
    if (event.key === 'Delete' || event.key === 'Backspace') acts.onRemove(place);
    else if (event.altKey && event.key === 'ArrowUp') acts.onMove(place, -1);
    else if (event.altKey && event.key === 'ArrowDown') acts.onMove(place, 1);
    else return;
    event.preventDefault();
  }

  return (
    <button
      type="button"
      className="wd-flow-card"
      data-kind={node.do}
      data-level={level ?? undefined}
      data-step={node.name}
      aria-pressed={open}
      onClick={() => acts?.onOpen(node.name)}
      onKeyDown={press}
    >
      <span className="wd-flow-card-head">
        <Icon name={NODE_ICONS[node.do]} size={SIGN} />
        <span className="wd-hidden">{t('flow.stepOf', { no, count })}</span>
        <strong>{text(node.title)}</strong>
        {level && <Icon name={level === 'error' ? 'error' : 'warning'} size={SIGN} />}
      </span>
      {node.do === 'approve' && (
        <span className="wd-flow-card-people">
          <PeopleWords entity={entity} people={node.by} chosen={node.chosen === true} />
        </span>
      )}
      {node.do === 'copy' && (
        <span className="wd-flow-card-people">
          <PeopleWords entity={entity} people={node.to} />
        </span>
      )}
      {node.do === 'approve' && node.when && (
        <small>
          {t('flow.onlyIf')} <ConditionWords entity={entity.name} when={node.when} />
        </small>
      )}
      <Facts node={node} />
      {own.map((problem) => (
        <span key={problem.pointer + problem.text.en} className="wd-hidden">
          {text(problem.text)}
        </span>
      ))}
    </button>
  );
}
