import { useQuery } from '@tanstack/react-query';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { useSession } from '../../../runtime/kit/session/session.ts';
import texts from '../texts.json';
import { Bones, Card } from './Card.tsx';
import { energyFigures, readEnergy } from './energyNow.ts';
import '../../../runtime/board/figure/figures.css';

const SUMMARY = '/main/ems/map/summary';
const EVERY_MS = 60_000;

/** Shows the current power of all stations, today's energy, and the profit. */
export function EnergyNow() {
  const t = useT(texts);
  const mayOpen = useSession(({ can }) => can('kanban:get'));
  const { data, isPending } = useQuery(
    {
      queryKey: ['start', 'energy'],
      queryFn: ({ signal }) => readEnergy(signal),
      refetchInterval: EVERY_MS,
      refetchOnWindowFocus: 'always',
    },
    queryClient,
  );
  return (
    <Card icon="bolt" title={t('start.energy')} {...(mayOpen && { to: SUMMARY })}>
      {data ? (
        <dl className="wd-figure-grid wd-start-figures">
          {energyFigures(data).map(({ key, name, values, note }) => (
            <div key={key} className="wd-figure">
              <dt className="wd-figure-name">{t(name)}</dt>
              {values.map((value) => (
                <dd key={value} className="wd-figure-value">
                  {value}
                </dd>
              ))}
              {note && <dd className="wd-figure-note">{t(note.key, note.values)}</dd>}
            </div>
          ))}
        </dl>
      ) : isPending ? (
        <Bones />
      ) : (
        <p className="wd-start-note">{t('start.failed')}</p>
      )}
    </Card>
  );
}
