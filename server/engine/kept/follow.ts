/** What else of a record changes when its roll-ups do: its computed fields. */
import type { EntityDefinition } from '../../../generated/definition.ts';
import { conditionalProblems } from '../../../runtime/core/fieldProblem.ts';
import { settleValues, stripValues } from '../../../runtime/core/values.ts';
import type { Row } from '../../platform/db/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';

/**
 * Returns the figures and the computed fields as they are with them; a field without a value is null. Throws where one
 * cannot be computed.
 */
export function followValues({ name: entity, schema }: EntityDefinition, before: Row, figures: Row): Row {
  const computed = Object.entries(schema.properties ?? {}).filter(([, field]) => field['x-computed']);
  if (computed.length === 0) return figures;
  const own = Object.keys(schema.properties ?? {}).map((name) => [name, before[name]]);
  const values = settleValues(schema, stripValues(schema, { ...Object.fromEntries(own), ...figures }));
  const failed = conditionalProblems(schema, values, {}).find(({ reason }) => reason !== undefined);
  if (failed)
    throw new AppError(
      'entity.notComputed',
      { problem: failed.path.join('.') },
      { cause: `${entity}/${failed.path.join('/')}: ${failed.reason}` },
    );
  return { ...figures, ...Object.fromEntries(computed.map(([name]) => [name, values[name] ?? null])) };
}
