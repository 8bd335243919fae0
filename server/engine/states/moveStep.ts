import type { Transition } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import type { CallContext } from '../context.ts';
import type { Person } from '../entities/write/writeOptions.ts';

/** A record that an effect made, or changed. */
export interface Made {
  entity: Entity;
  id: number;
  what: 'create' | 'update';
}

/** The part of a call's context that moves need. */
export interface MoveStep extends Pick<CallContext, 'db' | 'hub' | 'vault' | 'session' | 'lang' | 'zone'> {
  /** The person whose records the effects make, where another one decided; by default the one who moves. */
  owner?: Person;
}

/** Moves a locked record whose move is right, with all that its transition does besides. */
export type Moving = (
  trx: Trx,
  entity: Entity,
  transition: Transition,
  before: Row,
  form: Values,
  ctx: MoveStep,
) => Promise<{ record: Row; made: Made[] }>;
