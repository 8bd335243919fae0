/** Collects titles, units and words of the fields of answers. Users who export the data behind a widget see them. */
import type { OpenApi } from './bundle.ts';
import type { PureSchema } from './pure.ts';

interface Answer {
  title?: unknown;
  unit?: unknown;
  dictionary?: unknown;
  options?: unknown;
  format?: unknown;
  fields?: Record<string, Answer>;
}

/** The data needs of a board that are not calls, with the schemas of their answers. */
const KINDS = {
  stationDetails: 'StationDetails',
  stationStatus: 'StationStatus',
  alarms: 'AlarmSummaryPage',
} as const;

type Shape = PureSchema & Record<string, unknown>;

/** Describes the fields with a title. A list is described by its items. */
function answerOf(api: OpenApi, wholeShape: Shape): Answer {
  const { $ref, anyOf, oneOf, ...ownShape } = wholeShape as Shape & {
    $ref?: string;
    anyOf?: Shape[];
    oneOf?: Shape[];
  };
  const named = $ref
    ? (api.components.schemas[$ref.split('/').at(-1) ?? ''] as Shape | undefined)
    : undefined;
  const [first] = anyOf ?? oneOf ?? [];
  const shape: Shape = { ...named, ...ownShape };
  const inner = first ?? (shape.items as Shape | undefined);
  const below = inner ? answerOf(api, inner) : {};
  const fields = Object.entries((shape.properties ?? {}) as Record<string, Shape>)
    .filter(([, field]) => field['x-title'] !== undefined)
    .map(([name, field]) => [name, answerOf(api, field)] as const);
  const words = {
    title: shape['x-title'],
    unit: shape['x-unit'],
    dictionary: shape['x-dictionary'],
    options: shape['x-options'],
    format: shape.format,
  };
  const described = Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined));
  return { ...below, ...described, ...(fields.length > 0 && { fields: Object.fromEntries(fields) }) };
}

/** `generated/answers.ts`: by operation or kind of need, for everything that boards ask. */
export function answersFile(api: OpenApi): string {
  const calls = Object.values(api.paths).flatMap((path) =>
    Object.values(path).flatMap((operation): [string, Answer][] => {
      const {
        operationId,
        'x-board': board,
        responses,
      } = operation as unknown as {
        operationId: string;
        'x-board'?: boolean;
        responses: Record<string, { content?: Record<string, { schema: Shape }> }>;
      };
      const envelope = responses['200']?.content?.['application/json']?.schema;
      const data = (envelope?.properties as Record<string, Shape> | undefined)?.data;
      return board && data ? [[operationId, answerOf(api, data)]] : [];
    }),
  );
  const kinds = Object.entries(KINDS).flatMap(([kind, name]): [string, Answer][] => {
    const shape = api.components.schemas[name] as Shape | undefined;
    return shape ? [[kind, answerOf(api, shape)]] : [];
  });
  const described = [...kinds, ...calls].filter(([, { fields }]) => fields !== undefined);
  return `import type { Option, Text } from './definition.ts';

export interface AnswerField {
  title?: Text;
  /** The unit as written, or \`{field}\` of the answer itself. */
  unit?: string;
  dictionary?: string;
  options?: Option[];
  format?: string;
  fields?: Record<string, AnswerField>;
}

/** The names of the fields in the answers to the needs of boards. */
export const answers: Readonly<Record<string, AnswerField>> = ${JSON.stringify(Object.fromEntries(described), null, 1)};
`;
}
