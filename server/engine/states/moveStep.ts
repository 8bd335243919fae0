import type { Transition } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import type { CallContext } from '../context.ts';
import type { Person } from '../entities/write/writeOptions.ts';

/** A record that an effect created or changed. */
export interface Made {
  entity: Entity;
  id: number;
  what: 'create' | 'update';
}

/** The part of a call's context that transitions need. */
export interface MoveStep extends Pick<CallContext, 'db' | 'hub' | 'vault' | 'session' | 'lang' | 'zone'> {
  /** The owner of the records that effects create, by default the acting user. */
  owner?: Person;
  /** True for effects of automations. The rights of the acting user are checked. */
  checked?: true;
}

/** Makes an allowed transition of a locked record, with all its effects. */
export type Moving = (
  trx: Trx,
  entity: Entity,
  transition: Transition,
  before: Row,
  form: Values,
  ctx: MoveStep,
) => Promise<{ record: Row; made: Made[] }>;
