import { Button } from 'antd';
import { StateTag } from '../../../runtime/form/shown/StateTag.tsx';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { TimeAgo } from '../../../runtime/kit/parts/TimeAgo.tsx';
import { useSession } from '../../../runtime/kit/session/session.ts';
import texts from '../texts.json';
import { CheckList } from './CheckList.tsx';
import { type Converter, type GridTarget, useEntry } from './connection.ts';

interface Props {
  converter: Converter;
  busy: boolean;
  onPrepare(target: GridTarget): void;
}

/** Shows a converter with its mode, and the interlocks of each possible change. */
export function ConverterCard({ converter: { name, mode, modeTime, targets }, busy, onPrepare }: Props) {
  const t = useT(texts);
  const entry = useEntry();
  const may = useSession((session) => session.can('device:control'));
  return (
    <section className="wd-card wd-grid-switch-converter" aria-label={name}>
      <header>
        <h2>{name}</h2>
        <span className="wd-grid-switch-mode">
          {mode ? <StateTag option={entry('gridTarget', mode)} /> : t('connection.notMeasured')}
          {modeTime && (
            <small className="wd-quiet">
              {t('connection.measured')} <TimeAgo at={modeTime} />
            </small>
          )}
        </span>
      </header>
      {targets
        .filter(({ target }) => target !== mode)
        .map(({ target, checks }) => {
          const step = t(target === 'offGrid' ? 'connection.leave' : 'connection.return');
          const direction = entry('gridTarget', target).label;
          return (
            <div key={target} className="wd-grid-switch-direction">
              <h3>
                {t('connection.checks')} · {direction}
              </h3>
              <CheckList {...{ checks, label: t('connection.checksOf', { name, target: direction }) }} />
              <Button
                type="primary"
                size="large"
                loading={busy}
                disabled={!may}
                title={may ? undefined : t('connection.forbidden')}
                aria-label={t('connection.prepareNamed', { name, step })}
                onClick={() => onPrepare(target)}
              >
                {step}
              </Button>
            </div>
          );
        })}
    </section>
  );
}
