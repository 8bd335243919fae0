/** A compiled automation, ready to run. */
import type { Condition, Effect, EntityDefinition, Transition } from '../../../generated/definition.ts';
import { type Drawing, subjectOf } from '../../../runtime/core/automation/drawing.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { compileDefinition } from '../../../runtime/core/expressionText/index.ts';

export interface StoredAutomation {
  id: number;
  name: string;
  ownerId: number | null;
  drawing: Drawing;
}

export interface Automation extends StoredAutomation {
  /** The entity of the triggering records. Undefined if its definition no longer exists. */
  subject: Entity | undefined;
  condition: Condition | undefined;
  /** The effects of the automation, in the form of a transition. */
  doing: Transition;
}

type Compiled = Pick<EntityDefinition, 'on'>;

const NAME = 'automation';

/**
 * Compiles the expressions of a drawing. An invalid expression has no effect. Automations with invalid
 * drawings cannot be enabled.
 */
function compileDrawing(drawing: Drawing): { condition: Condition | undefined; effects: Effect[] } {
  const written = { on: [{ when: 'created', if: drawing.if, do: drawing.do }] };
  const compiled = compileDefinition<unknown>('entity', written).value as Compiled;
  const [event] = compiled.on ?? [];
  return { condition: event?.if, effects: event?.do ?? [] };
}

export function openAutomation(stored: StoredAutomation): Automation {
  const { condition, effects } = compileDrawing(stored.drawing);
  const title = { zh: stored.name, en: stored.name };
  return { ...stored, subject: subjectOf(stored.drawing), condition, doing: { name: NAME, title, effects } };
}
