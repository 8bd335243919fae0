import { Button, Checkbox, Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import type { EntityDefinition, FlowNode } from '../../../../../generated/definition.ts';
import type { Entity } from '../../../../../runtime/core/definitions/entities.ts';
import { pageRegistry } from '../../../../../runtime/core/definitions/pages.ts';
import { flowProblems } from '../../../../../runtime/core/flow/problems.ts';
import { useT, useText } from '../../../../../runtime/kit/i18n/index.ts';
import {
  insertNode,
  makeNode,
  moveNode,
  nodeAt,
  placeOf,
  removeNode,
  replaceNode,
} from '../../../../flow/model/edit.ts';
import '../../../../flow/flow.css';
import type { FlowActs } from '../../../../flow/parts/FlowCard.tsx';
import { FlowOutline } from '../../../../flow/parts/FlowOutline.tsx';
import { NodePanel } from '../../../../flow/parts/NodePanel.tsx';
import { useDesign } from '../designContext.ts';
import texts from '../texts.json';
import { Wrong } from '../Wrong.tsx';
import { addApproval, changeApproval, dropApproval, FOLLOWED, setFollowing } from './approvals.ts';

/** Edits the initial approval flow of a tenant, and the moves that follow a decision. */
export function ApprovalDesign() {
  const t = useT(texts);
  const { whole, held, readOnly, problems, onChange } = useDesign();
  const { approval } = whole;
  if (!approval)
    return (
      <div className="wd-design">
        <p className="wd-studio-note">{t('design.noApproval')}</p>
        {!readOnly && (
          <Button type="primary" onClick={() => onChange(addApproval(whole))}>
            {t('design.addApproval')}
          </Button>
        )}
      </div>
    );
  const flows = pageRegistry.get('Flows');
  return (
    <div className="wd-design">
      <p className="wd-studio-note">
        {t('design.approvalHelp')}{' '}
        {flows && held?.approval !== undefined && (
          <Link to={`${flows.route}?entity=${whole.name}`}>{t('design.tenantFlow')}</Link>
        )}
      </p>
      <Wrong {...{ problems }} pointer="/approval" />
      <Steps />
      <section aria-label={t('design.following')}>
        <h3>{t('design.following')}</h3>
        <Following />
      </section>
      <Checkbox
        checked={approval.withdraw !== false}
        disabled={readOnly}
        onChange={({ target }) =>
          onChange(changeApproval(whole, { withdraw: target.checked ? undefined : false }))
        }
      >
        {t('design.withdraw')}
      </Checkbox>
      {!readOnly && (
        <Button danger onClick={() => onChange(dropApproval(whole))}>
          {t('design.dropApproval')}
        </Button>
      )}
    </div>
  );
}

/** The steps as an outline, with the settings of the open one below. */
function Steps() {
  const { whole, readOnly, onChange } = useDesign();
  const [open, setOpen] = useState<string | null>(null);
  const flow = whole.approval?.steps ?? [];
  // The parts of a flow only read the fields, the name and the states of an entity.
  const entity = whole as EntityDefinition as Entity;
  const problems = flowProblems(flow, whole);
  const change = (steps: FlowNode[]) => onChange(changeApproval(whole, { steps }));
  const acts: FlowActs = {
    onOpen: setOpen,
    onRemove: (at) => change(removeNode(flow, at)),
    onMove: (at, by) => change(moveNode(flow, at, by)),
    onInsert(at, kind) {
      const made = makeNode(flow, kind);
      change(insertNode(flow, at, made));
      setOpen(made.name);
    },
  };
  const place = open === null ? null : placeOf(flow, open);
  const node = place && nodeAt(flow, place);
  return (
    <>
      <FlowOutline {...{ entity, flow, problems, open }} acts={readOnly ? undefined : acts} />
      {node && place && !readOnly && (
        <NodePanel
          key={node.name}
          {...{ entity, node, problems }}
          onChange={(next) => change(replaceNode(flow, place, next))}
          onRemove={() => acts.onRemove(place)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** Asks for the move between states that a record makes after each decision. */
function Following() {
  const t = useT(texts);
  const text = useText();
  const { whole, readOnly, onChange } = useDesign();
  const moves = whole.states?.transitions ?? [];
  if (moves.length === 0) return <p className="wd-studio-note">{t('design.followingNone')}</p>;
  return (
    <ul className="wd-design-displays">
      {FOLLOWED.map((state) => (
        <li key={state}>
          <span>{t(`design.after.${state}`)}</span>
          <Select
            aria-label={t(`design.after.${state}`)}
            placeholder={t('design.followingNothing')}
            allowClear
            disabled={readOnly}
            popupMatchSelectWidth={false}
            value={whole.approval?.moves?.[state]}
            options={moves.map(({ name, title }) => ({ value: name, label: text(title) }))}
            onChange={(move?: string) => onChange(setFollowing(whole, state, move))}
          />
        </li>
      ))}
    </ul>
  );
}
