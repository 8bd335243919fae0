/** Edits the approval of a definition: its field, its steps, and the moves that follow. */
import type { Approval, EntityDefinition, FlowNode, Text } from '../../../../../generated/definition.ts';
import type { ApprovalState } from '../../../../../runtime/core/rules/states.ts';
import { makeNode } from '../../../../flow/model/edit.ts';
import { fieldsOf } from '../entityDoc.ts';
import { freeKey } from '../keys.ts';

/** The states after which a move may follow, in the order in which a request passes them. */
export const FOLLOWED: readonly ApprovalState[] = ['pending', 'agreed', 'rejected', 'draft', 'canceled'];

const TITLE: Text = { zh: '审批状态', en: 'Approval' };
const MANAGER: Text = { zh: '部门负责人', en: 'Department manager' };

const firstStep = (): FlowNode => {
  const node = makeNode([], 'approve');
  return node.do === 'approve' ? { ...node, title: MANAGER, by: { manager: true } } : node;
};

/** Adds an approval by the manager of the submitting user, with a field for its state in form and list. */
export function addApproval<E extends EntityDefinition>(entity: E): E {
  const field = freeKey('approval', Object.keys(fieldsOf(entity)));
  const { list } = entity;
  return {
    ...entity,
    schema: {
      ...entity.schema,
      properties: {
        ...fieldsOf(entity),
        [field]: { type: 'string', title: TITLE, default: 'draft', 'x-dictionary': 'approvalState' },
      },
    },
    list: {
      ...list,
      columns: [...list.columns, field],
      filters: [...(list.filters ?? []), field],
    },
    approval: { field, steps: [firstStep()] },
  };
}

/** Removes the approval. Its field remains, because records have values in it. */
export function dropApproval<E extends EntityDefinition>(entity: E): E {
  return { ...entity, approval: undefined };
}

export const changeApproval = <E extends EntityDefinition>(entity: E, change: Partial<Approval>): E =>
  entity.approval ? { ...entity, approval: { ...entity.approval, ...change } } : entity;

/** Sets the move between states that follows an approval state. Null for none. */
export function setFollowing<E extends EntityDefinition>(
  entity: E,
  state: ApprovalState,
  move: string | undefined,
): E {
  const { [state]: _, ...others } = entity.approval?.moves ?? {};
  const moves = move === undefined ? others : { ...others, [state]: move };
  return changeApproval(entity, { moves: Object.keys(moves).length > 0 ? moves : undefined });
}
