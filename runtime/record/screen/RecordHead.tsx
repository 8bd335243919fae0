import { useQuery } from '@tanstack/react-query';
import type { Field, RecordFigures } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { statisticRegistry } from '../../core/definitions/statistics.ts';
import { RefLinkContext } from '../../form/shown/refLink.ts';
import { ShownValue } from '../../form/shown/ShownValue.tsx';
import { pricedField } from '../../form/values/currency.ts';
import { useDictionaries } from '../../form/values/useDictionaries.ts';
import { call } from '../../kit/api/client.ts';
import { useLang, useText } from '../../kit/i18n/index.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { useSession } from '../../kit/session/session.ts';
import type { ListRecord } from '../calls/useRecords.ts';
import { FigureCards } from '../figures/draw/FigureCards.tsx';
import { useDrill } from '../figures/useDrill.ts';
import '../figures/figures.css';
import { listField } from '../query/fields.ts';
import './head.css';
import { useRefLink } from './useRefLink.ts';

interface Props {
  /** The entity with its visible fields. */
  entity: Entity;
  record: ListRecord;
}

/** Shows references and figures of a record above its tabs, as defined for its page (`detail`). */
export function RecordHead({ entity, record }: Props) {
  const refLink = useRefLink();
  const { links = [], figures = [] } = entity.detail ?? {};
  if (links.length + figures.length === 0) return null;
  return (
    <RefLinkContext value={refLink}>
      <div className="wd-record-head" data-record-head>
        <RecordLinks entity={entity} record={record} names={links} />
        <div className="wd-record-figures">
          {figures.map((one) =>
            'fields' in one ? (
              <OwnFigures key={one.fields.join()} entity={entity} record={record} names={one.fields} />
            ) : (
              <RelatedFigures key={`${one.statistic}.${one.by}`} {...one} id={record.id} />
            ),
          )}
        </div>
      </div>
    </RefLinkContext>
  );
}

/** Returns the filled, visible fields. */
const filled = (entity: Entity, record: ListRecord, names: readonly string[]) =>
  names.filter((name) => entity.schema.properties?.[name] && (record[name] ?? null) !== null);

interface FieldListProps extends Props {
  names: readonly string[];
  className: string;
  fieldOf(name: string): Field;
}

function FieldList({ entity, record, names, className, fieldOf }: FieldListProps) {
  const text = useText();
  const shown = filled(entity, record, names);
  if (shown.length === 0) return null;
  return (
    <dl className={className}>
      {shown.map((name) => {
        const field = fieldOf(name);
        return (
          <div key={name}>
            <dt>{text(field.title!)}</dt>
            <dd>
              <ShownValue field={field} value={record[name]} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const RecordLinks = (props: Props & { names: readonly string[] }) => (
  <FieldList {...props} className="wd-record-links" fieldOf={(name) => listField(props.entity, name)} />
);

function OwnFigures(props: Props & { names: readonly string[] }) {
  const { entity, record } = props;
  const lang = useLang();
  const dictionaries = useDictionaries();
  const holders = [{ field: entity.schema, values: record }];
  return (
    <FieldList
      {...props}
      className="wd-statistic-cards"
      fieldOf={(name) => pricedField(listField(entity, name), holders, dictionaries, lang)}
    />
  );
}

type OverRecords = Extract<RecordFigures, { statistic: string }>;

/** Shows statistics of the referring records with links, for users who may list them. */
function RelatedFigures({ statistic: name, by, figures, id }: OverRecords & { id: number }) {
  const can = useSession((session) => session.can);
  const statistic = statisticRegistry.get(name);
  const mayList = statistic !== undefined && can(`${statistic.of}:list`);
  const condition = { field: by, op: 'in' as const, value: [id] };
  const query = {
    by: '',
    ...(figures ? { figures: figures.join() } : {}),
    filter: JSON.stringify({ and: [condition] }),
  };
  const { data } = useQuery(
    {
      queryKey: ['statistic', name, query],
      queryFn: ({ signal }) => call('recordStatistic', { path: { name }, query }, { quiet: true, signal }),
      enabled: mayList,
    },
    queryClient,
  );
  const drill = useDrill(statistic, { period: null, group: { join: 'and', nodes: [condition] } });
  if (!statistic || !data) return null;
  const requested = figures ?? statistic.figures.map((one) => one.name);
  const seen = requested.filter((one) => data.totals.every((total) => one in total.figures));
  if (seen.length === 0) return null;
  return <FigureCards {...{ statistic, answer: data, figures: seen, compare: undefined, drill }} />;
}
