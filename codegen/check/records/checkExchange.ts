/** Checks the entity of exchange rates. At most one entity is allowed, with a currency, a day and a figure. */

import type { Definitions, Entity, Field, Source } from '../../definition/definition.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import { fieldValues, type Known } from '../checkFields.ts';

const FITS: Record<'currency' | 'day' | 'rate', (field: Field) => boolean> = {
  currency: ({ 'x-dictionary': dictionary }) => dictionary !== undefined,
  day: ({ format }) => format === 'date',
  rate: ({ type }) => type === 'number',
};

function exchangeProblem({ file, value: entity }: Source<Entity>, { dictionaries }: Known): Problem[] {
  const { exchange, schema } = entity;
  if (!exchange) return [];
  const fields = Object.entries(schema.properties ?? {});
  const problems = (Object.keys(FITS) as (keyof typeof FITS)[]).flatMap((keyword) => {
    const fitting = fields.filter(([, field]) => FITS[keyword](field)).map(([name]) => name);
    return fitting.includes(exchange[keyword])
      ? []
      : [problemOf(file, `/exchange/${keyword}`, 'oneOf', { known: choice(exchange[keyword], fitting) })];
  });
  const currencies = fieldValues(schema.properties?.[exchange.currency] ?? {}, dictionaries);
  if (problems.length > 0 || currencies.includes(exchange.home)) return problems;
  return [problemOf(file, '/exchange/home', 'oneOf', { known: choice(exchange.home, currencies) })];
}

export function exchangeProblems({ entities }: Definitions, known: Known): Problem[] {
  const exchanges = entities.filter(({ value }) => value.exchange);
  const [first, ...others] = exchanges;
  return [
    ...exchanges.flatMap((source) => exchangeProblem(source, known)),
    ...others.map(({ file }) =>
      problemOf(file, '/exchange', 'taken', { name: 'exchange', by: first?.value.name }),
    ),
  ];
}
