import { Alert, Button } from 'antd';
import { DeviceVariablePicker } from '../../form/controls/variable/deviceVariable.tsx';
import { useT } from '../../kit/i18n/index.ts';
import { useChangeWords } from '../versions/useChangeWords.ts';
import type { Chosen, Missing, Pair, Removed } from './missing.ts';
import './match.css';

interface ReportProps {
  stationSn: string;
  match: {
    document: { widgets: { id: string; type: string; version: number; config: Record<string, unknown> }[] };
    matched: { exact: boolean }[];
    missing: Missing[];
    removed: Removed[];
  };
  chosen: Chosen;
  onChoose(pointer: string, pair: Pair | undefined): void;
}

/** Shows the matches on the other station, and asks for a stand-in for each variable without one. */
export function MatchReport({
  stationSn,
  match: { document, matched, missing, removed },
  chosen,
  onChoose,
}: ReportProps) {
  const t = useT();
  const words = useChangeWords();
  const guessed = matched.filter(({ exact }) => !exact).length;
  const left = missing.filter(({ pointer }) => !chosen[pointer]).length;
  const widgetOf = (widgetId: string) => {
    const widget = document.widgets.find((widget) => widget.id === widgetId);
    return widget ? words.name(widget) : widgetId;
  };
  return (
    <>
      <Alert
        role="status"
        type={left + removed.length > 0 ? 'warning' : 'success'}
        showIcon
        title={t('boards.template.found', { count: matched.length, all: matched.length + missing.length })}
        description={
          guessed + left + removed.length > 0 && (
            <>
              {guessed > 0 && <p>{t('boards.template.guessed', { count: guessed })}</p>}
              {left > 0 && <p>{t('boards.template.left', { count: left })}</p>}
              {removed.map(({ pointer, widgetId, entity, name }) => (
                <p key={pointer}>
                  {t(`boards.template.removed.${entity}`, { widget: widgetOf(widgetId), name: name ?? '' })}
                </p>
              ))}
            </>
          )
        }
      />
      {missing.length > 0 && (
        <ul className="wd-template-missing" aria-label={t('boards.template.missing')}>
          {missing.map(({ pointer, widgetId, device, variable, name, unit, candidates }) => {
            const what = name ?? variable;
            return (
              <li key={pointer}>
                <p>
                  <strong>{widgetOf(widgetId)}</strong>
                  <span>{[what, unit, device].filter(Boolean).join(' · ')}</span>
                </p>
                <DeviceVariablePicker
                  stationSn={stationSn}
                  aria-label={t('boards.template.instead', { name: what, widget: widgetOf(widgetId) })}
                  value={chosen[pointer]}
                  onChange={(pair) => onChoose(pointer, pair)}
                />
                {!chosen[pointer] && candidates.length > 0 && (
                  <p className="wd-template-candidates">
                    {candidates.slice(0, 3).map((candidate) => (
                      <Button
                        key={candidate.sn}
                        size="small"
                        onClick={() => onChoose(pointer, [candidate.deviceSn, candidate.sn])}
                      >
                        {candidate.deviceName} / {candidate.name}
                      </Button>
                    ))}
                  </p>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
