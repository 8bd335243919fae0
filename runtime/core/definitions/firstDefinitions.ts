/** Replaces the modules of all entities, statistics and documents in the built product, which loads them on demand. */
import type { DocumentDefinition, StatisticDefinition } from '../../../generated/definition.ts';
import type { Entity } from './entities.ts';

export const entities: Readonly<Record<string, Entity>> = {};
export const statistics: Readonly<Record<string, StatisticDefinition>> = {};
export const documents: Readonly<Record<string, DocumentDefinition>> = {};
